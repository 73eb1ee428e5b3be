/** Scrolls an element to the top of the window, if it begins in the lower half or below, as on phones. */
export function showFromTop(element: Element | null | undefined): void {
  if (element && element.getBoundingClientRect().top > window.innerHeight / 2) element.scrollIntoView()
}
