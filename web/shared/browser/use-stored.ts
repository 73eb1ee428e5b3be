import { useState } from 'preact/hooks'

/**
 * Stores a value in the browser. It survives a reload. If the browser blocks the storage, the value is lost when the page
 * is closed or reloaded.
 *
 * @param kind `sessionStorage` deletes the value when the tab is closed
 * @returns the value, and a function that changes or removes it
 */
export function useStored<Value>(
  key: string,
  kind: 'sessionStorage' | 'localStorage' = 'sessionStorage',
): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState<Value | undefined>(() => {
    const text = withStorage(kind, (storage) => storage.getItem(key)) ?? null
    return text === null ? undefined : JSON.parse(text)
  })
  function store(next: Value | undefined): void {
    withStorage(kind, (storage) => {
      if (next === undefined) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(next))
    })
    setValue(next)
  }
  return [value, store]
}

/** Uses the storage, whose getter throws if the browser blocks it. */
function withStorage<Result>(
  kind: 'sessionStorage' | 'localStorage',
  use: (storage: Storage) => Result,
): Result | undefined {
  try {
    return use(window[kind])
  } catch {
    return undefined
  }
}
