import { useEffect, useState } from 'preact/hooks'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Returns whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(() => matchMedia(QUERY).matches)
  useEffect(() => {
    const query = matchMedia(QUERY)
    const update = () => setReduced(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return isReduced
}
