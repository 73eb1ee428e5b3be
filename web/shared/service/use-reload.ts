import { useCallback, useRef } from 'preact/hooks'

/**
 * Returns a function that loads something. A call during a load is remembered, and several calls make one more load.
 *
 * @param load gets whether another load follows. For that one, it does not throw if the service refuses a request.
 */
export function useReload(load: (isRepeated: () => boolean) => Promise<void>): () => Promise<void> {
  const latest = useRef(load)
  latest.current = load
  const state = useRef({ isRunning: false, again: false })

  return useCallback(async () => {
    const { current } = state
    current.again = true
    if (current.isRunning) return
    current.isRunning = true
    try {
      while (current.again) {
        current.again = false
        await latest.current(() => current.again)
      }
    } finally {
      current.isRunning = false
    }
  }, [])
}
