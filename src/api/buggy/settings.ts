import type { FaultSettings } from '../../rooms/room.js'
import type { DelayBounds } from './fault.js'
import { PROFILES, type Rates, SERVER_PROFILE } from './profiles.js'

/** The settings of a board if its faults were never configured. */
export const DEFAULT_SETTINGS: FaultSettings = {
  profile: SERVER_PROFILE,
  rates: {},
  delay: null,
  script: null,
  scriptEnd: 'none',
  disclose: false,
  force: true,
}

/** The fault configuration of the server. */
export interface ServerFaults {
  /** Rates by fault name. All other faults have the rate in the specification. */
  rates: Rates
  delay: DelayBounds
}

/** The settings of a board, resolved against the configuration of the server. */
export type FaultRules = ReturnType<typeof toRules>

/** Resolves the settings of a board against the configuration of the server. */
export function toRules(settings: FaultSettings, server: ServerFaults) {
  const { profile, script, scriptEnd, disclose, force } = settings
  const base = PROFILES[profile] ?? { ...PROFILES.spec, ...server.rates }
  /** The rate of every fault, by name. */
  const rates: Rates = { ...base, ...settings.rates }
  return { rates, delay: settings.delay ?? server.delay, script, scriptEnd, disclose, force }
}

/** Whether these rules never draw a fault. */
export function isQuiet({ rates, script }: FaultRules): boolean {
  return script === null && Object.values(rates).every((rate) => rate === 0)
}
