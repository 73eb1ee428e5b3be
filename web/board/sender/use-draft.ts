import { useEffect, useRef, useState } from 'preact/hooks'
import { useStored } from '../../shared/browser/use-stored.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { Variant } from '../../shared/service/variants.js'
import { type Draft, withoutSecrets } from './draft.js'

const FIRST: Omit<Draft, 'variant'> = {
  method: 'GET',
  path: '/tasks?size=3',
  headers: '',
  text: '',
  isMultipart: false,
}

/**
 * Keeps the request that the user is writing on this board. It survives a reload, without its secrets.
 *
 * @param variant the variant of the page, which a draft gets when it changes
 * @returns the draft, and the function of a state that changes it
 */
export function useDraft(variant: Variant) {
  const [stored, store] = useStored<Draft>(`draft ${BASE_PATH}`)
  const [draft, setDraft] = useState<Draft>(stored ?? { ...FIRST, variant })
  const last = useRef({ draft, variant })
  useEffect(() => {
    if (last.current.draft !== draft) store(withoutSecrets(draft))
    last.current.draft = draft
  }, [draft])
  useEffect(() => {
    // A draft of before the reload keeps its own variant.
    if (last.current.variant !== variant) setDraft((before) => ({ ...before, variant }))
    last.current.variant = variant
  }, [variant])
  return [draft, setDraft] as const
}
