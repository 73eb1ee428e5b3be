import { EDITION_NAMES, type EditionName, VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { Api, type Target } from './api.js'
import { type NoResponse, Unreachable } from './exchange.js'

/** The number of attempts to read a list of buggy, whose faults can fail some. */
const ATTEMPTS = 20

/** Divides the base URL of a variant from the name of the variant; `undefined` if it does not name one. */
export function splitBaseUrl(url: string): { url: string; variant: VariantName | undefined } {
  const variant = VARIANT_NAMES.find((name) => url.endsWith(`/api/${name}`))
  return { url: variant === undefined ? url : url.slice(0, -`/api/${variant}`.length), variant }
}

/**
 * Returns the variants that exist: those whose list is not 404.
 *
 * @param candidates the variants that the implementation may have
 * @throws Unreachable if there is none, or if all of them redirect, for example to `https`
 */
export async function findVariants(target: Target, candidates: readonly VariantName[]): Promise<VariantName[]> {
  const found: VariantName[] = []
  let last = ''
  const redirects: string[] = []
  for (const variant of candidates) {
    const api = new Api(target, variant)
    const { status, text, headers } = await api
      .send('GET /tasks?size=1', { token: null })
      .catch((error: NoResponse) => {
        throw new Unreachable(`${target.url} cannot be reached: ${error.message}`)
      })
    if (status !== 404) found.push(variant)
    const location = headers.get('location')
    if (status >= 300 && status <= 399 && location !== null) redirects.push(new URL(location, target.url).href)
    last = `GET ${api.path}/tasks returns ${status} ${text.slice(0, 200)}`
  }
  if (found.length === 0) {
    throw new Unreachable(
      `There is no variant at ${target.url}: ${last}. Name the base URL of each variant with --v1, --v2 and --buggy if it is elsewhere`,
    )
  }
  if (redirects.length === found.length) throw new Unreachable(`${target.url} redirects to ${redirects[0]}`)
  return found
}

/** Returns the number of tasks that the checks would delete, or else a sentence that says why it is not known. */
export async function countTasks(target: Target, variants: readonly VariantName[]): Promise<number | string> {
  let most = 0
  for (const variant of variants) {
    const count = await countOf(new Api(target, variant))
    if (typeof count === 'string') return count
    most = Math.max(most, count)
  }
  return most
}

async function countOf(api: Api): Promise<number | string> {
  let reason = ''
  for (let attempt = 0; attempt < (api.variant === 'buggy' ? ATTEMPTS : 1); attempt++) {
    try {
      const { status, headers, json } = await api.send('GET /tasks?size=1')
      if (Array.isArray(json?.content) && Number.isInteger(json.totalElements)) {
        return Math.max(json.totalElements, json.content.length)
      }
      const mediaType = headers.get('content-type') ?? 'no media type'
      reason = `GET /api/${api.variant}/tasks returns ${status} (${mediaType}) without a list of tasks`
    } catch (error) {
      reason = `The tasks of ${api.variant} cannot be read: ${(error as Error).message}`
    }
  }
  return reason
}

/** Deletes everything that the checks left. */
export async function clearBoards(target: Target, variants: readonly VariantName[]): Promise<void> {
  for (const variant of variants) await new Api(target, variant).clear().catch(() => {})
}

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
