import { EDITION_NAMES, type EditionName, VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import type { Api } from './api.js'
import type { Json } from './exchange.js'
import { readChecks } from './notation.js'

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
  /** Returns a function that adds checks whose `run` gets what they start with, such as a new task. */
  const given =
    <Prepared>(prepare: (api: Api) => Promise<Prepared>, own?: Scope) =>
    (name: string, section: Section, title: string, run: (api: Api, prepared: Prepared) => Promise<void>): void =>
      add(own)(name, section, title, async (api) => run(api, await prepare(api)))
  return {
    checks,
    /** Adds checks in the notation of `readChecks`. */
    rules(text: string, own?: Scope): void {
      for (const { name, section, title, waits, run } of readChecks(text)) {
        add(own, waits)(name, readSection(section), title, run)
      }
    },
    check: add(),
    /** Returns a function that adds checks of another scope. */
    within: (own?: Scope) => add(own),
    given,
    // These add checks that start on an empty board, with a new task, or after a login.
    onEmptyBoard: given((api) => api.clear()),
    onTask: given((api): Promise<Json> => api.create()),
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

/** Reads `spec 4`, `introduction` or `decision 12`. */
function readSection(text: string): Section {
  const [kind, number] = text.split(' ')
  if (kind === 'introduction') return 'specification, introduction'
  return kind === 'spec' ? spec(Number(number)) : decision(Number(number))
}
