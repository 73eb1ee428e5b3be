import { useEffect, useState } from 'preact/hooks'

/** Returns the id of the element of a row. */
export function rowId(name: string): string {
  return `row-${name}`
}

/** Returns the name of the open row, which the address has after `#`, and a function that opens another one or none. */
export function useOpenRow(): [name: string, open: (name: string) => void] {
  const [name, setName] = useState(nameInAddress)
  useEffect(() => {
    function follow() {
      setName(nameInAddress())
      requestAnimationFrame(() => document.getElementById(rowId(nameInAddress()))?.scrollIntoView())
    }
    if (name !== '') follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return [
    name,
    (next) => {
      // Unlike a link, this does not scroll.
      history.pushState(null, '', `#${encodeURIComponent(next)}`)
      setName(next)
    },
  ]
}

function nameInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
