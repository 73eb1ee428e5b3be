import { FAULTS } from './faults.js'

/** Rates by fault name. */
export type Rates = Readonly<Record<string, number>>

function ratesOf(rateOf: (specified: number, name: string) => number): Rates {
  return Object.fromEntries(FAULTS.map(({ name, rate }) => [name, rateOf(rate, name)]))
}

/** The rate of the fault in the `only-…` profiles. */
const ONLY_RATE = 0.5

/** The faults of bad networks. They end connections, lose responses and slow them down. */
const NETWORK: Rates = {
  'slow-response': 0.1,
  'html-error': 0.02,
  'truncated-body': 0.03,
  'slow-body': 0.05,
  'connection-reset': 0.05,
  'lost-response': 0.05,
}

/** The faults of busy services. */
const THROTTLED: Rates = { unavailable: 0.05, 'rate-limited': 0.15, overload: 1 }

/** The rate in `hostile` of faults with no other rate. */
const HOSTILE_RATE = 0.03

/** The profiles: named sets of rates. */
export const PROFILES: Readonly<Record<string, Rates>> = {
  spec: ratesOf((specified) => specified),
  calm: ratesOf((specified) => specified / 5),
  stormy: ratesOf((specified) => Math.min(specified * 3, 1)),
  none: ratesOf(() => 0),
  network: ratesOf((_specified, name) => NETWORK[name] ?? 0),
  throttled: ratesOf((_specified, name) => THROTTLED[name] ?? 0),
  hostile: ratesOf((specified, name) => specified || NETWORK[name] || THROTTLED[name] || HOSTILE_RATE),
  ...Object.fromEntries(
    FAULTS.map((fault) => [`only-${fault.name}`, ratesOf((_specified, name) => (name === fault.name ? ONLY_RATE : 0))]),
  ),
}

/** The profile with the rates of the server configuration. */
export const SERVER_PROFILE = 'server'

export const PROFILE_NAMES: readonly string[] = [SERVER_PROFILE, ...Object.keys(PROFILES)]

/** What each profile does, for trainers. */
export const PROFILE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [SERVER_PROFILE]: 'The rates of the server configuration.',
  spec: 'The rates in the specification.',
  calm: 'A fifth of the rates in the specification.',
  stormy: 'Three times the rates in the specification.',
  none: 'No faults.',
  network: 'A bad network: connections end, and responses are lost, cut or slow.',
  throttled: 'A busy service: rate limits, outages, and delays that grow with the load.',
  hostile: 'All faults.',
  ...Object.fromEntries(
    FAULTS.map(({ name, effect }) => [`only-${name}`, `Only this fault, in half of the requests: ${effect}`]),
  ),
}
