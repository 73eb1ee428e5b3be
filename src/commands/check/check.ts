import { EDITION_NAMES, type EditionName, VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import type { Api } from './api.js'
import type { Json } from './exchange.js'

/** `required`: the specification states the rule. `decided`: only a decision states it. */
export const LEVELS = ['required', 'decided'] as const
export type Level = (typeof LEVELS)[number]

/** Where a rule is stated, written as in the rules of defects. */
export type Section = `specification, section ${number}` | 'specification, introduction' | `decision ${number}`

/** One rule of the contract, and how a client sees that an implementation keeps it. */
export interface Check {
  /** The area and the name, such as `create/returns-201`. */
  id: string
  area: string
  /** The rule, as a sentence. */
  title: string
  section: Section
  level: Level
  /** The variants that have the rule. */
  variants: readonly VariantName[]
  /** The editions that have the rule. */
  editions: readonly EditionName[]
  /** Other variants that must exist, because the check uses them too. */
  needs: readonly VariantName[]
  /** Whether the check waits a second. Those checks of a variant run at the same time. */
  waits: boolean
  /** Sends requests, and throws a `Mismatch` if a response breaks the rule. */
  run(api: Api): Promise<void>
}

export interface Scope {
  variants?: readonly VariantName[]
  editions?: readonly EditionName[]
  needs?: readonly VariantName[]
}

/** Adds a check. `run` gets what the check starts with. */
type AddCheck<Prepared> = (
  name: string,
  section: Section,
  title: string,
  run: (api: Api, prepared: Prepared) => Promise<void>,
) => void

type Prepare<Prepared> = (api: Api) => Promise<Prepared>

/** Creates an area without checks, and functions that add one. All its checks have the same scope, unless they state another. */
export function area(name: string, scope: Scope = {}) {
  const checks: Check[] = []
  const add =
    (own: Scope = {}, waits = false) =>
    (check: string, section: Section, title: string, run: Check['run']): void => {
      const { variants = VARIANT_NAMES, editions = EDITION_NAMES, needs = [] } = { ...scope, ...own }
      const level = section.startsWith('specification') ? 'required' : 'decided'
      const common = { id: `${name}/${check}`, area: name, title, section, level, variants, editions, needs } as const
      checks.push({ ...common, waits, run })
    }
  /** Returns a function that adds checks that start with something, such as a new task. */
  const given =
    <Prepared>(prepare: Prepare<Prepared>, own?: Scope): AddCheck<Prepared> =>
    (name, section, title, run) =>
      add(own)(name, section, title, async (api) => run(api, await prepare(api)))
  /** Returns a function that adds checks. Each waits a second between its preparation and its assertions. */
  const later =
    <Prepared>(prepare: Prepare<Prepared>, own?: Scope): AddCheck<Prepared> =>
    (name, section, title, run) =>
      add(own, true)(name, section, title, async (api) => {
        const prepared = await prepare(api)
        await api.waitForNextSecond()
        return run(api, prepared)
      })
  return {
    checks,
    check: add(),
    /** Returns a function that adds checks of another scope. */
    within: (own?: Scope) => add(own),
    given,
    later,
    // These add checks that start on an empty board, with a new task, with one that is a second old, or after a login.
    onEmptyBoard: given((api) => api.clear()),
    onTask: given((api): Promise<Json> => api.create()),
    afterCreation: later((api): Promise<Json> => api.create()),
    loggedIn: given((api): Promise<Json> => api.login(api.user)),
  }
}

export const CURRENT = { editions: ['current'] } as const
/** For checks with many requests: the faults of buggy would fail almost every attempt. */
export const RELIABLE = { variants: ['v1', 'v2'] } as const
export const EARLIER = { editions: ['earlier'] } as const

/** A section of the specification. */
export const spec = <N extends number>(section: N) => `specification, section ${section}` as const
/** A decision. */
export const decision = <N extends number>(number: N) => `decision ${number}` as const
