import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface ResultProps {
  heading: ComponentChildren
  testId: string
  /** Whether the user has just pressed the button of the form, which has disappeared with the focus. */
  isNew: boolean
  children: ComponentChildren
}

/** The result of a form, which replaces it. */
export function Result({ heading, testId, isNew, children }: ResultProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  return (
    <div class="result" data-testid={testId}>
      <h3 ref={title} tabIndex={-1}>
        {heading}
      </h3>
      {children}
    </div>
  )
}
