import { useEffect, useState } from 'preact/hooks'

/**
 * Returns the joining code in the address of a join link, such as `/?code=K7M2-9QXP`; an empty string without one. With a
 * code, the learner has only a name to enter, so its field gets the focus.
 *
 * @param field the `data-testid` of this field
 */
export function useInvitation(field: string): string {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  useEffect(() => {
    if (code !== '') document.querySelector<HTMLElement>(`[data-testid=${field}]`)?.focus()
  }, [code, field])
  return code
}
