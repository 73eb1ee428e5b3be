import { FAULTS } from './faults/index.js'

const PREFERENCE =
  /\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]*))?[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*(?:,|$)/gy

/** A request's wish for no fault at all. */
const NONE = 'none'

/** What a request asks for. */
export interface FaultPreference {
  /** The names of the faults. */
  faults: string[]
  /** What of the wish is granted, as `Preference-Applied` says it. */
  applied: string
}

/**
 * The faults that a request asks for: `Prefer: fault=date-mix`, `fault="date-mix slow-response"` or `fault=none`. Names that
 * are not known are ignored, and so is all else that a client may prefer (RFC 7240, section 2).
 *
 * @param header the `Prefer` header, several of them joined by commas
 * @returns the wish, or `undefined` where there is none that is understood
 */
export function readFaultPreference(header: string | string[] | undefined): FaultPreference | undefined {
  if (header === undefined) return undefined
  const value = findPreference(String(header), 'fault')
  if (value === undefined) return undefined
  const names = value.toLowerCase().split(/\s+/)
  if (names.length === 1 && names[0] === NONE) return { faults: [], applied: `fault=${NONE}` }
  const faults = FAULTS.map(({ name }) => name).filter((name) => names.includes(name))
  if (faults.length === 0) return undefined
  return { faults, applied: faults.length === 1 ? `fault=${faults[0]}` : `fault="${faults.join(' ')}"` }
}

/** The value of a preference; of several with the name the first counts. */
function findPreference(header: string, name: string): string | undefined {
  for (const [, found = '', value = ''] of header.matchAll(PREFERENCE)) {
    if (found.toLowerCase() !== name) continue
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  }
  return undefined
}
