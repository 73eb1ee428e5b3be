import { EDITION_NAMES, type EditionName, VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { isWait, readRules } from '../../rules/notation.js'
import type { Api } from './api.js'
import { runOf } from './run-steps.js'

/** `required`: the specification states the rule. `decided`: only a decision states it. */
export const LEVELS = ['required', 'decided'] as const
export type Level = (typeof LEVELS)[number]

/** One rule of the contract, and how a client sees that an implementation keeps it. */
export interface Check {
  /** The area and the name, such as `create/returns-201`. */
  id: string
  area: string
  /** The rule, as a sentence. */
  title: string
  /** Where the rule is stated, written as in the rules of defects: `specification, section 4` or `decision 12`. */
  section: string
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

/**
 * Creates an area: a function that adds checks in the notation of `readRules`. The scope of a check is
 * where its rule is stated, and the variants and editions that have the rule: `spec 2, v1 v2 current`. In its title, single
 * quotes stand for backticks.
 *
 * @param scope the variants and editions of its checks, unless they name others; by default all
 */
export function area(name: string, scope = '') {
  const checks: Check[] = []
  function add(text: string): void {
    for (const { name: check, scope: source, title, steps } of readRules(text)) {
      const [place = '', own = ''] = source.split(', ')
      const isDecided = place.startsWith('decision')
      const used = steps.flatMap(({ requests }) => requests.map(({ variant }) => variant))
      checks.push({
        id: `${name}/${check}`,
        area: name,
        title: title.replaceAll("'", '`'),
        section: isDecided ? place : `specification, ${place.replace('spec', 'section')}`,
        level: isDecided ? 'decided' : 'required',
        variants: namedIn(own, VARIANT_NAMES) ?? namedIn(scope, VARIANT_NAMES) ?? VARIANT_NAMES,
        editions: namedIn(own, EDITION_NAMES) ?? namedIn(scope, EDITION_NAMES) ?? EDITION_NAMES,
        needs: VARIANT_NAMES.filter((variant) => used.includes(variant)),
        waits: steps.some(isWait),
        run: runOf(steps),
      })
    }
  }
  return Object.assign(add, { checks })
}

const SCOPE: readonly string[] = ['', ...VARIANT_NAMES, ...EDITION_NAMES]

/** Returns the names that a scope such as `v1 v2 current` has; `undefined` if it has none of them. */
function namedIn<Name extends string>(scope: string, names: readonly Name[]): Name[] | undefined {
  const words = scope.split(' ')
  if (!words.every((word) => SCOPE.includes(word))) throw new Error(`This is no scope of a check: ${scope}`)
  const named = names.filter((name) => words.includes(name))
  return named.length === 0 ? undefined : named
}
