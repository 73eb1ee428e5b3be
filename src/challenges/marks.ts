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

/** The candidates of one status: by operation, and those of all operations. */
interface Candidates {
  byRoute: Map<string, Candidate[]>
  all: Candidate[]
}

const ANY = '*'

/** Creates a finder for challenges. It looks them up by status and operation. */
export function createFinder(challenges: readonly Challenge[]): Finder {
  const byStatus = new Map<number, Candidates>()
  for (const { name, steps = [] } of challenges) {
    // The last step comes first, so that one exchange cannot be two steps of a sequence.
    for (const [index, step] of [...steps.entries()].reverse()) {
      const candidate = { challenge: name, index, step, isLast: index === steps.length - 1 }
      for (const status of [step.status].flat()) {
        const candidates: Candidates = byStatus.get(status) ?? { byRoute: new Map(), all: [] }
        byStatus.set(status, candidates)
        const { byRoute, all } = candidates
        for (const route of [step.on].flat()) {
          if (route === ANY) all.push(candidate)
          else byRoute.set(route, [...(byRoute.get(route) ?? []), candidate])
        }
      }
    }
  }

  return {
    marksOf(exchange, solved) {
      const marks: Mark[] = []
      const candidates = byStatus.get(exchange.status)
      if (candidates === undefined) return marks
      addMarks(marks, candidates.byRoute.get(exchange.route) ?? [], exchange, solved)
      addMarks(marks, candidates.all, exchange, solved)
      return marks
    },
  }
}

/** Adds the marks of an exchange. This runs for every request to a private board. */
function addMarks(
  marks: Mark[],
  candidates: readonly Candidate[],
  exchange: Observed,
  solved: ReadonlySet<string>,
): void {
  for (const { challenge, index, step, isLast } of candidates) {
    if (solved.has(challenge)) continue
    const result = step.when?.(exchange)
    if (result === undefined || result === false) continue
    const keys = result === true ? [''] : [result].flat()
    for (const key of keys) marks.push({ challenge, step: index, key: key.slice(0, KEY_MAX), isLast })
  }
}
