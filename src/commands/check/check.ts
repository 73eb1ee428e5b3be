import { EDITION_NAMES, VARIANT_NAMES } from '../../contract/names.js'
import { isWait, readRules, type WrittenRule } from '../../rules/notation.js'
import { runOf } from './run-steps.js'

/** `required`: the specification states the rule. `decided`: only a decision states it. */
export const LEVELS = ['required', 'decided'] as const
export type Level = (typeof LEVELS)[number]

/** One rule of the contract, and how a client sees that an implementation keeps it. */
export type Check = ReturnType<typeof toCheck>

/**
 * Creates an area: a function that adds checks in the notation of `readRules`. The scope of a check is where its rule is
 * stated, and the variants and editions that have the rule: `spec 2, v1 v2 current`. In its title, single quotes stand for
 * backticks.
 *
 * @param scope the variants and editions of its checks, unless they name others; by default all
 */
export function area(name: string, scope = '') {
  const checks: Check[] = []
  const add = (text: string) => void checks.push(...readRules(text).map((rule) => toCheck(name, scope, rule)))
  return Object.assign(add, { checks })
}

function toCheck(area: string, scope: string, { name, scope: source, title, steps }: WrittenRule) {
  const [place = '', own = ''] = source.split(', ')
  const isDecided = place.startsWith('decision')
  const level: Level = isDecided ? 'decided' : 'required'
  const used = steps.flatMap(({ requests }) => requests.map(({ variant }) => variant))
  return {
    /** The area and the name, such as `create/returns-201`. */
    id: `${area}/${name}`,
    area,
    /** The rule, as a sentence. */
    title: title.replaceAll("'", '`'),
    /** Where the rule is stated, written as in the rules of defects: `specification, section 4` or `decision 12`. */
    section: isDecided ? place : `specification, ${place.replace('spec', 'section')}`,
    level,
    /** The variants and the editions that have the rule. */
    variants: namedIn(own, VARIANT_NAMES) ?? namedIn(scope, VARIANT_NAMES) ?? VARIANT_NAMES,
    editions: namedIn(own, EDITION_NAMES) ?? namedIn(scope, EDITION_NAMES) ?? EDITION_NAMES,
    /** Other variants that must exist, because the check uses them too. */
    needs: VARIANT_NAMES.filter((variant) => used.includes(variant)),
    /** Whether the check waits a second. Those checks of a variant run at the same time. */
    waits: steps.some(isWait),
    /** Sends requests, and throws a `Mismatch` if a response breaks the rule. */
    run: runOf(steps),
  }
}

const SCOPE: readonly string[] = ['', ...VARIANT_NAMES, ...EDITION_NAMES]

/** Returns the names that a scope such as `v1 v2 current` has; `undefined` if it has none of them. */
function namedIn<Name extends string>(scope: string, names: readonly Name[]): Name[] | undefined {
  const words = scope.split(' ')
  if (!words.every((word) => SCOPE.includes(word))) throw new Error(`This is no scope of a check: ${scope}`)
  const named = names.filter((name) => words.includes(name))
  return named.length === 0 ? undefined : named
}
