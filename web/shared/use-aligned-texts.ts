import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Shows the same place of the expected response and of the actual one. A missing member is marked in one of them only, so
 * the other scrolls with it.
 *
 * @param version changes when the texts change
 * @returns the ref of the element that contains both
 */
export function useAlignedTexts(version: unknown): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const texts = ['.expected', '.response'].map((part) => box.current?.querySelector(`${part} pre`))
    const marked = texts.find((text) => text?.querySelector('mark'))
    for (const text of texts) if (text && marked && !text.querySelector('mark')) text.scrollTop = marked.scrollTop
  }, [version])
  return box
}
