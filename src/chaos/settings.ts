import { createDraw, type Draw } from './draw.js'
import type { Fault } from './fault.js'
import { FAULTS } from './faults/index.js'
import { PROFILES, type Rates, SERVER_PROFILE } from './profiles.js'

/** What a board has settled about its faults; the store keeps it as it is. */
export interface FaultSettings {
  profile: string
  /** Rates that differ from those of the profile. */
  rates: Rates
  /** The bounds of a slow response in milliseconds; those of the server where there are none. */
  delay: readonly [number, number] | null
  /** The names of the faults of each request in turn; then rates do not count. */
  script: readonly (readonly string[])[] | null
  scriptEnd: 'none' | 'repeat'
  /** Whether answers tell which faults they have. */
  disclose: boolean
  /** Whether requests may ask for faults. */
  force: boolean
}

/** What a board has settled that has not settled anything. */
export const DEFAULT_SETTINGS: FaultSettings = {
  profile: SERVER_PROFILE,
  rates: {},
  delay: null,
  script: null,
  scriptEnd: 'none',
  disclose: false,
  force: true,
}

/** What the server is configured with. */
export interface ServerFaults {
  /** The rate of each fault, by name; a fault that is not named keeps its promised rate. */
  rates: Rates
  /** The bounds of a slow response in milliseconds. */
  delay: readonly [number, number]
}

/** A fault that a request draws, and the chance behind what it does. */
export interface DrawnFault {
  fault: Fault
  draw: Draw
}

/** The faults of a board as they are drawn. */
export interface FaultRules extends Pick<FaultSettings, 'script' | 'scriptEnd' | 'disclose' | 'force'> {
  /** The rate of every fault, by name. */
  rates: Rates
  delay: readonly [number, number]
}

/** Works out what the settings of a board come to on this server. */
export function toRules(settings: FaultSettings, server: ServerFaults): FaultRules {
  const { profile, script, scriptEnd, disclose, force } = settings
  const base = PROFILES[profile] ?? { ...PROFILES.spec, ...server.rates }
  const rates = { ...base, ...settings.rates }
  return { rates, delay: settings.delay ?? server.delay, script, scriptEnd, disclose, force }
}

/** Whether no request ever draws a fault. */
export function isQuiet({ rates, script }: FaultRules): boolean {
  return script === null && Object.values(rates).every((rate) => rate === 0)
}

/** The faults that a request draws, in the order in which they act: a pure function of the rules, the seed and its ordinal number. */
export function drawFaults(rules: FaultRules, seed: number, ordinal: number): DrawnFault[] {
  const scripted = rules.script && entryOf(rules.script, rules.scriptEnd, ordinal)
  return FAULTS.map((fault) => ({ fault, draw: createDraw(seed, ordinal, fault.name) })).filter(
    ({ fault, draw }) =>
      scripted === null
        ? draw.fraction('occurs') < (rules.rates[fault.name] ?? 0)
        : scripted.includes(fault.name),
  )
}

function entryOf(script: readonly (readonly string[])[], end: 'none' | 'repeat', ordinal: number) {
  return script[end === 'repeat' ? ordinal % script.length : ordinal] ?? []
}

/** By how much the answer to a request is late that draws a slow response, in milliseconds. */
export function delayOf({ delay: [shortest, longest] }: Pick<FaultRules, 'delay'>, draw: Draw): number {
  return shortest + draw.fraction('delay') * (longest - shortest)
}
