import { useState } from 'preact/hooks'

/**
 * Stores a value in `sessionStorage`. It survives a reload, and is deleted with the tab.
 *
 * @returns the value, and a function that changes or removes it
 */
export function useStored<Value>(key: string): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState<Value | undefined>(() => {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  })
  function store(next: Value | undefined): void {
    if (next === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return [value, store]
}
