import type { Mark } from '../log/entry.js'
import { ANY, type Challenge, type Step } from './challenge.js'
import type { Observed } from './observed.js'

/** What decides to which steps an exchange can belong. */
type Kind = Pick<Observed, 'status' | 'route' | 'variant'>

/**
 * Finds the steps to which an exchange can belong, of challenges that are not solved. Those after the first one are found
 * only if the sequence may have begun.
 */
export type Finder = (
  kind: Kind,
  solved: Readonly<Record<string, unknown>>,
  hasBegun: (challenge: string) => boolean,
) => readonly Candidate[]

/** A step to which an exchange can belong. */
export interface Candidate {
  challenge: string
  index: number
  step: Step
  isLast: boolean
}

/** The statuses of requests whose client has received no response. */
const UNANSWERED = [444, 499]

/** The maximum length of a key. */
const KEY_MAX = 200

/** Creates a finder for challenges. This runs for every request to a private board. */
export function createFinder(challenges: readonly Challenge[]): Finder {
  const all = challenges.flatMap(({ name, steps, undo }) =>
    [...steps.entries(), ...(undo ? [[-1, undo] as const] : [])]
      // The last step comes first, so that one exchange cannot be two steps of a sequence.
      .reverse()
      .map(([index, step]) => ({ challenge: name, index, step, isLast: index === steps.length - 1 })),
  )
  /** By status, operation and variant. */
  const known = new Map<string, Candidate[]>()

  function find({ status, route, variant }: Kind): Candidate[] {
    const statuses = UNANSWERED.includes(status) ? [status] : [status, ANY]
    return statuses.flatMap((one) =>
      [route, ANY].flatMap((operation) =>
        all.filter(({ step }) => {
          const isOf = (step.variant ?? variant) === variant && [step.status].flat().includes(one as never)
          return isOf && [step.on].flat().includes(operation)
        }),
      ),
    )
  }

  return (kind, solved, hasBegun) => {
    const key = `${kind.status} ${kind.route} ${kind.variant}`
    const candidates = known.get(key) ?? find(kind)
    known.set(key, candidates)
    return candidates.filter(
      ({ challenge, index }) => solved[challenge] === undefined && (index === 0 || hasBegun(challenge)),
    )
  }
}

/** Returns the steps to which an exchange belongs. */
export function marksOf(candidates: readonly Candidate[], exchange: Observed): Mark[] {
  let when: Step['when']
  let keys: readonly string[] = []
  return candidates.flatMap(({ challenge, index, step, isLast }) => {
    // Steps that follow each other can have the same condition, which can take some time.
    if (step.when !== when) keys = keysOf(step.when?.(exchange) ?? false)
    when = step.when
    return keys.map((key) => ({ challenge, step: index, key: key.slice(0, KEY_MAX), isLast }))
  })
}

function keysOf(result: boolean | string | readonly string[]): readonly string[] {
  if (typeof result === 'boolean') return result ? [''] : []
  return typeof result === 'string' ? [result] : result
}
