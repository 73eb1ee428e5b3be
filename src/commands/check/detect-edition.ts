import { EDITION_NAMES, type EditionName, type VariantName } from '../../contract/names.js'
import { Api, type Target } from './api.js'

/**
 * Returns the edition that an implementation seems to have: the one that it names (`GET /version`), or the one whose
 * summary it returns.
 *
 * @returns `undefined` if it has neither
 */
export async function detectEdition(
  target: Target,
  variants: readonly VariantName[],
): Promise<EditionName | undefined> {
  const named = await readVersion(target)
  if (named !== undefined) return named
  for (const variant of variants) {
    const summary = await new Api(target, variant).json('GET /tasks/summary').catch(() => undefined)
    if (summary?.byStatus !== undefined) return 'earlier'
    if (summary?.totalTasks !== undefined) return 'current'
  }
  return undefined
}

async function readVersion({ url, fetch, timeout }: Target): Promise<EditionName | undefined> {
  try {
    const response = await fetch(`${url}/version`, { signal: AbortSignal.timeout(timeout) })
    const { edition } = (await response.json()) as { edition?: unknown }
    return EDITION_NAMES.find((name) => name === edition)
  } catch {
    return undefined
  }
}
