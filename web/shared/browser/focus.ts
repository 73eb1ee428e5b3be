import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Whether no element has the focus, for example because the one that had it has disappeared. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Moves the focus to an element that has replaced the one with the focus. Use it as a `ref`. */
export function focusReplacement(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus()
}

/**
 * Moves the focus to an element when a part of the page was replaced together with the element that had it.
 *
 * @param part changes when the part is replaced
 */
export function useReplacedFocus(part: unknown, id: string): void {
  const before = useRef(part)
  useLayoutEffect(() => {
    if (before.current !== part && isFocusLost()) document.getElementById(id)?.focus()
    before.current = part
  }, [part, id])
}

/**
 * Keeps the focus in a list when the control that has it disappears. It moves to the same control of the item that is
 * now at this place, or of the last one, or else to the first button of this item.
 *
 * @param list the list. Its children are the items.
 * @param findFallback returns the element that gets the focus if the list is empty
 */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  findFallback: () => HTMLElement | null | undefined,
): void {
  // Now, before the list changes.
  const focused = document.activeElement as HTMLElement | null
  const index = [...(list.current?.children ?? [])].findIndex((item) => item.contains(focused))
  useLayoutEffect(() => {
    if (index === -1 || !isFocusLost()) return
    const items = list.current?.children ?? []
    const item = items[Math.min(index, items.length - 1)]
    const same = item?.querySelector<HTMLElement>(`[data-testid="${focused?.dataset.testid}"]`)
    const control = same ?? item?.querySelector('button') ?? findFallback()
    control?.focus()
  })
}
