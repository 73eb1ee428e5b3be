import { FAULTS } from './faults/index.js'

/** Quoted strings, commas, and what is between them. A string that does not end goes on to the end of the header. */
const PARTS = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",]+|,/g

/** A preference and its value, before its parameters. */
const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?: ?= ?("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+)?)? ?(?:;|$)/

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
  for (const preference of splitList(header)) {
    const [, found, value = ''] = PREFERENCE.exec(preference) ?? []
    if (found?.toLowerCase() !== name) continue
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  }
  return undefined
}

/** The elements of a list (RFC 9110, section 5.6.1), in time that grows with its length alone. */
function splitList(header: string): string[] {
  const elements = ['']
  for (const [part] of header.matchAll(PARTS)) {
    if (part === ',') elements.push('')
    else elements.push(elements.pop() + part)
  }
  return elements.map((element) => element.trim().replace(/\s+/g, ' '))
}
