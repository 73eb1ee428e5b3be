import type { ComponentChildren } from 'preact'

interface JumpLinkProps {
  /** The id of an element of the page. */
  target: string
  class?: string
  children: ComponentChildren
}

/** A link to a place on the page. It leaves the fragment of the address as it is, because pages have their state there. */
export function JumpLink({ target, class: style, children }: JumpLinkProps) {
  function jump(event: Event) {
    event.preventDefault()
    const element = document.getElementById(target)
    if (element === null) return
    element.scrollIntoView()
    // Headings cannot have the focus otherwise.
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  return (
    <a class={style} href={`#${target}`} onClick={jump}>
      {children}
    </a>
  )
}
