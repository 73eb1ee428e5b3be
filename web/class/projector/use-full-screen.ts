import { useLayoutEffect, useState } from 'preact/hooks'

/** Keeps whether the page fills the screen, and switches it when the user presses F. */
export function useFullScreen(): { isFull: boolean; toggle(): void } {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  // Keys work as soon as the projector is visible.
  useLayoutEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'f' && isShortcut(event)) toggle()
    }
    document.addEventListener('fullscreenchange', onChange)
    addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      removeEventListener('keydown', onKey)
    }
  }, [])
  return { isFull, toggle }
}

/** Whether a key is a shortcut, and not a part of a text or of a choice. */
export function isShortcut({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  const isInField = target instanceof Element && target.matches('input, select, textarea')
  return !isInField && !ctrlKey && !altKey && !metaKey
}

function toggle(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen()
  // Browsers can refuse it, for example in a frame.
  else document.documentElement.requestFullscreen?.().catch(() => {})
}
