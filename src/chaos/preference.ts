import { FAULTS } from './faults/index.js'

/**
 * The parts of a header: quoted strings, commas, and the text between them. An unterminated string extends to the end.
 */
const PARTS = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",]+|,/g

/** The name and the value of a preference, without its parameters. */
const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?: ?= ?("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+)?)? ?(?:;|$)/

/** The value that requests a response without faults. */
const NONE = 'none'

/** The faults that a request chooses. */
export interface FaultPreference {
  /** The names of the faults. */
  faults: string[]
  /** The value of `Preference-Applied`. */
  applied: string
}

/**
 * Reads the faults that a request chooses: `Prefer: fault=date-mix`, `fault="date-mix slow-response"` or `fault=none`.
 * Unknown faults and other preferences are ignored (RFC 7240, section 2).
 *
 * @param header the `Prefer` header; several headers are joined by commas
 * @returns the faults, or `undefined` if the header has no `fault` preference with a known value
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

/** Returns the value of the first preference with a name. */
function findPreference(header: string, name: string): string | undefined {
  for (const preference of splitList(header)) {
    const [, found, value = ''] = PREFERENCE.exec(preference) ?? []
    if (found?.toLowerCase() !== name) continue
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  }
  return undefined
}

/** Splits a list into its elements (RFC 9110, section 5.6.1) in linear time. */
function splitList(header: string): string[] {
  const elements = ['']
  for (const [part] of header.matchAll(PARTS)) {
    if (part === ',') elements.push('')
    else elements.push(elements.pop() + part)
  }
  return elements.map((element) => element.trim().replace(/\s+/g, ' '))
}
