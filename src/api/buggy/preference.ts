import { FAULT_DELAY_MAX } from '../../contract/limits.js'
import type { DelayBounds } from './fault.js'
import { FAULT_NAMES } from './faults.js'

/** The elements of a list (RFC 9110, section 5.6.1). An unterminated quoted string extends to the end. */
const ELEMENTS = /(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/g

/** The name and the value of a preference, and its parameters. */
const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?: ?= ?("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+)?)? ?(?:;(.*)|$)/

/** The name and the value of each parameter. */
const PARAMETERS = /([!#$%&'*+.^_`|~\w-]+)(?: ?= ?("(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]*))?/g

/** The value that requests a response without faults. */
const NONE = 'none'

/** The faults that a request chooses. */
export interface FaultPreference {
  /** The names of the faults. */
  faults: string[]
  /** The delay of a slow response or a slow body, if the request chooses it. */
  delay?: DelayBounds
  /** The value of `Preference-Applied`, which has no parameters. */
  applied: string
}

/**
 * Reads the faults that a request chooses: `Prefer: fault=date-mix`, `fault="date-mix slow-response"`,
 * `fault=slow-response; delay=1500` or `fault=none`.
 * Unknown faults and other preferences are ignored (RFC 7240, section 2).
 *
 * @param header the `Prefer` header; several headers are joined by commas
 * @returns the faults, or `undefined` if the header has no `fault` preference with a known value
 */
export function readFaultPreference(header: string | string[] | undefined): FaultPreference | undefined {
  if (header === undefined) return undefined
  const preference = findPreference(String(header))
  if (preference === undefined) return undefined
  const names = preference.value.toLowerCase().split(/\s+/)
  if (names.length === 1 && names[0] === NONE) return { faults: [], applied: `fault=${NONE}` }
  const faults = FAULT_NAMES.filter((name) => names.includes(name))
  if (faults.length === 0) return undefined
  const applied = faults.length === 1 ? `fault=${faults[0]}` : `fault="${faults.join(' ')}"`
  const delay = readDelay(preference.parameters)
  return { faults, applied, ...(delay !== undefined && { delay: [delay, delay] }) }
}

/** Returns the value and the parameters of the first `fault` preference. */
function findPreference(header: string): { value: string; parameters: string } | undefined {
  for (const [element] of header.matchAll(ELEMENTS)) {
    const [, found, value = '', parameters = ''] = PREFERENCE.exec(element.trim().replace(/\s+/g, ' ')) ?? []
    if (found?.toLowerCase() === 'fault') return { value: unquote(value), parameters }
  }
  return undefined
}

/** Returns the delay in the parameters of a preference in milliseconds; `undefined` if there is none, or none that is allowed. */
function readDelay(parameters: string): number | undefined {
  for (const [, name = '', value = ''] of parameters.matchAll(PARAMETERS)) {
    if (name.toLowerCase() !== 'delay') continue
    const delay = /^\d{1,5}$/.test(unquote(value)) ? Number(unquote(value)) : Number.POSITIVE_INFINITY
    return delay <= FAULT_DELAY_MAX ? delay : undefined
  }
  return undefined
}

/** Returns the text of a token or a quoted string. */
function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}
