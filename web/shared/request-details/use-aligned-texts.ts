import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Shows the same place of the expected response and of the actual one. A missing member is marked in one of them only, so
 * the other scrolls with it.
 *
 * @param version changes when the texts change
 * @returns the ref of the element that contains both, a function that shows the place of a difference, and one that
 *   scrolls just as far as the first marked place of the response needs, or the response without one
 */
export function useAlignedTexts(
  version: unknown,
): [RefObject<HTMLDivElement | null>, (at: string) => void, () => void] {
  const box = useRef<HTMLDivElement>(null)
  const parts = () => ['.response', '.expected'].map((part) => box.current?.querySelector(part))
  function align(): void {
    const texts = parts().map((part) => part?.querySelector('pre'))
    const marked = texts.find((text) => text?.querySelector('mark'))
    for (const text of texts) if (text && marked && !text.querySelector('mark')) text.scrollTop = marked.scrollTop
  }
  function show(at: string): void {
    const marks = parts().map((part) => part?.querySelector<HTMLElement>(`mark[data-at="${CSS.escape(at)}"]`))
    for (const mark of marks) {
      const text = mark?.closest('pre')
      if (mark && text) text.scrollTop = mark.offsetTop - text.clientHeight / 3
    }
    align()
    const mark = marks.find((one) => one != null)
    // What was stored is in no response.
    const target = mark ?? parts()[0]
    target?.scrollIntoView({ block: 'center' })
    const focusable = mark?.closest('pre') ?? target?.querySelector('pre')
    focusable?.focus({ preventScroll: true })
    flash(mark)
  }
  function showResponse(): void {
    const response = parts()[0]
    const mark = response?.querySelector('mark')
    const target = mark ?? response
    target?.scrollIntoView({ block: 'nearest' })
    flash(mark)
  }
  useEffect(align, [version])
  return [box, show, showResponse]
}

function flash(mark: HTMLElement | null | undefined): void {
  mark?.animate({ outline: ['0.2rem solid currentColor', '0.2rem solid transparent'] }, 2000)
}
