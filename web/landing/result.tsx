import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface ResultProps {
  heading: ComponentChildren
  /** The id of the heading, if it is the heading of the page. */
  id?: string
  testId: string
  /** Whether the heading gets the focus: the user has just pressed the button of the form, or has followed a link to the result. */
  isNew: boolean
  children: ComponentChildren
}

/** The result of a form, which replaces it. */
export function Result({ heading, id, testId, isNew, children }: ResultProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  const Heading = id === undefined ? 'h3' : 'h1'
  return (
    <div class="result" data-testid={testId}>
      <Heading ref={title} id={id} tabIndex={-1}>
        {heading}
      </Heading>
      {children}
    </div>
  )
}
