import { ANY, type Challenge, type Step } from './challenge.js'
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

type Status = number | typeof ANY
type ByStatus = ReadonlyMap<Status, Candidates>

/** The candidates of one status: by operation, and those of all operations. */
interface Candidates {
  byRoute: Map<string, Candidate[]>
  all: Candidate[]
}

/** The statuses of requests whose client has received no response. */
const UNANSWERED = [444, 499]

/** The maximum length of a key. */
const KEY_MAX = 200

/** Creates a finder for challenges. It looks them up by variant, status and operation. */
export function createFinder(challenges: readonly Challenge[]): Finder {
  const candidates = challenges.flatMap(({ name, steps = [] }) =>
    // The last step comes first, so that one exchange cannot be two steps of a sequence.
    [...steps.entries()]
      .reverse()
      .map(([index, step]) => ({ challenge: name, index, step, isLast: index === steps.length - 1 })),
  )
  const indexOf = (name?: string) =>
    indexByStatus(candidates.filter(({ step: { variant } }) => variant === undefined || variant === name))
  const variants = new Set(candidates.map(({ step }) => step.variant))
  const byVariant = new Map<string | undefined, ByStatus>([...variants].map((name) => [name, indexOf(name)]))
  const others = indexOf()

  return {
    marksOf(exchange, solved) {
      const marks: Mark[] = []
      const byStatus = byVariant.get(exchange.variant) ?? others
      const isReceived = !UNANSWERED.includes(exchange.status)
      for (const found of [byStatus.get(exchange.status), isReceived ? byStatus.get(ANY) : undefined]) {
        if (found === undefined) continue
        addMarks(marks, found.byRoute.get(exchange.route) ?? [], exchange, solved)
        addMarks(marks, found.all, exchange, solved)
      }
      return marks
    },
  }
}

function indexByStatus(candidates: readonly Candidate[]): ByStatus {
  const byStatus = new Map<Status, Candidates>()
  for (const candidate of candidates) {
    for (const status of [candidate.step.status].flat()) {
      const found: Candidates = byStatus.get(status) ?? { byRoute: new Map(), all: [] }
      byStatus.set(status, found)
      for (const route of [candidate.step.on].flat()) {
        if (route === ANY) found.all.push(candidate)
        else found.byRoute.set(route, [...(found.byRoute.get(route) ?? []), candidate])
      }
    }
  }
  return byStatus
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
