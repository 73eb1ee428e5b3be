import { useEffect, useState } from 'preact/hooks'
import { RequestFailed } from '../../shared/service/api.js'
import type { Variant } from '../../shared/service/variants.js'
import { load } from './load.js'
import { loadOperations, type Operation } from './operations.js'

const NONE: readonly Operation[] = []

const documentOf = (variant: Variant) => (variant === 'v2' ? 'v2' : 'v1')

/**
 * Loads the operations of a variant, with the id of a task of the board in their paths.
 *
 * @throws RequestFailed
 */
export async function loadCurrentOperations(variant: Variant): Promise<Operation[]> {
  const { content } = await load<{ content: readonly { id: number }[] }>('/tasks?size=1')
  return loadOperations(documentOf(variant), content[0]?.id)
}

/** Keeps the operations of a variant. Without them, nothing is completed. */
export function useOperations(variant: Variant) {
  const [loaded, setLoaded] = useState<Partial<Record<Variant, readonly Operation[]>>>({})
  const [failure, setFailure] = useState<RequestFailed>()
  const document = documentOf(variant)

  async function loadAll(): Promise<void> {
    try {
      const operations = await loadCurrentOperations(document)
      setLoaded((before) => ({ ...before, [document]: operations }))
      setFailure(undefined)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFailure(error)
    }
  }

  useEffect(() => {
    if (loaded[document] === undefined) loadAll()
  }, [document])
  return { operations: loaded[document] ?? NONE, failure }
}
