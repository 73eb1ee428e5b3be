import type { Challenge, Step } from './challenge.js'
import type { Observed } from './observed.js'

/** An exchange that is a step of a challenge. */
export interface Mark {
  challenge: string
  /** The index of the step. */
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

/** The maximum length of a key. */
const KEY_MAX = 200

/** Creates a finder for challenges. It looks them up by operation and status. */
export function createFinder(challenges: readonly Challenge[]): Finder {
  const byOperation = new Map<string, Candidate[]>()
  for (const { name, steps = [] } of challenges) {
    // The last step comes first, so that one exchange cannot be two steps of a sequence.
    for (const [index, step] of [...steps.entries()].reverse()) {
      const candidate = { challenge: name, index, step, isLast: index === steps.length - 1 }
      for (const status of [step.status].flat()) {
        for (const route of [step.on].flat()) {
          const key = `${status} ${route}`
          byOperation.set(key, [...(byOperation.get(key) ?? []), candidate])
        }
      }
    }
  }

  return {
    marksOf(exchange, solved) {
      const marks: Mark[] = []
      for (const route of [exchange.route, '*']) {
        for (const { challenge, index, step, isLast } of byOperation.get(`${exchange.status} ${route}`) ?? []) {
          if (solved.has(challenge)) continue
          for (const key of keysOf(step, exchange)) {
            marks.push({ challenge, step: index, key: key.slice(0, KEY_MAX), isLast })
          }
        }
      }
      return marks
    },
  }
}

function keysOf({ when }: Step, exchange: Observed): readonly string[] {
  const result = when?.(exchange)
  if (result === true) return ['']
  return typeof result === 'boolean' || result === undefined ? [] : [result].flat()
}
