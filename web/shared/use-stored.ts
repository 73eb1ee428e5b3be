import { useState } from 'preact/hooks'

/**
 * Stores a value in `sessionStorage`. It survives a reload, and is deleted when the tab is closed. If the browser blocks the
 * storage, the value is lost when the page is closed or reloaded.
 *
 * @returns the value, and a function that changes or removes it
 */
export function useStored<Value>(key: string): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState<Value | undefined>(() => {
    const text = withStorage((storage) => storage.getItem(key)) ?? null
    return text === null ? undefined : JSON.parse(text)
  })
  function store(next: Value | undefined): void {
    withStorage((storage) => {
      if (next === undefined) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(next))
    })
    setValue(next)
  }
  return [value, store]
}

/** Uses the storage, whose getter throws if the browser blocks it. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
