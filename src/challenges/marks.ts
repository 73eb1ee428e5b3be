import { ANY, type Challenge, type Step } from './challenge.js'
import type { Observed } from './observed.js'

/** An exchange that is a step of a challenge. */
export interface Mark {
  challenge: string
  /** The index of the step; -1 if the exchange undoes the steps before it. */
  step: number
  key: string
  /** Whether the step is the last one. */
  isLast: boolean
}

/** Finds the steps of challenges to which an exchange can belong. */
export interface Finder {
  /**
   * Returns the steps to which an exchange belongs.
   *
   * @param solved the names of challenges that need no more steps
   */
  marksOf(exchange: Observed, solved: ReadonlySet<string>): Mark[]
}

interface Candidate {
  challenge: string
  index: number
  step: Step
  isLast: boolean
}

/** The statuses of requests whose client has received no response. */
const UNANSWERED = [444, 499]

/** The maximum length of a key. */
const KEY_MAX = 200

/** Creates a finder for challenges. It looks them up by status and operation. This runs for every request to a private board. */
export function createFinder(challenges: readonly Challenge[]): Finder {
  const candidates = new Map<string, Candidate[]>()
  for (const { name, steps, undo } of challenges) {
    // The last step comes first, so that one exchange cannot be two steps of a sequence.
    for (const [index, step] of [...steps.entries(), ...(undo ? [[-1, undo] as const] : [])].reverse()) {
      const candidate = { challenge: name, index, step, isLast: index === steps.length - 1 }
      for (const status of [step.status].flat()) {
        for (const route of [step.on].flat()) {
          const key = `${status} ${route}`
          candidates.set(key, [...(candidates.get(key) ?? []), candidate])
        }
      }
    }
  }

  return {
    marksOf(exchange, solved) {
      const statuses = UNANSWERED.includes(exchange.status) ? [exchange.status] : [exchange.status, ANY]
      const keys = statuses.flatMap((status) => [`${status} ${exchange.route}`, `${status} ${ANY}`])
      return keys.flatMap((key) =>
        (candidates.get(key) ?? [])
          .filter(({ challenge, step: { variant = exchange.variant } }) => {
            return variant === exchange.variant && !solved.has(challenge)
          })
          .flatMap((candidate) => toMarks(candidate, exchange)),
      )
    },
  }
}

function toMarks({ challenge, index, step, isLast }: Candidate, exchange: Observed): Mark[] {
  const result = step.when?.(exchange) ?? false
  const keys = result === true ? [''] : result === false ? [] : [result].flat()
  return keys.map((key) => ({ challenge, step: index, key: key.slice(0, KEY_MAX), isLast }))
}
