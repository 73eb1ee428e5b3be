import type { Mark } from '../log/entry.js'
import { ANY, type Challenge, type Step } from './challenge.js'
import type { Observed } from './observed.js'

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

  function find({ status, route, variant }: Observed): Candidate[] {
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

  return {
    marksOf(exchange, solved) {
      const key = `${exchange.status} ${exchange.route} ${exchange.variant}`
      const candidates = known.get(key) ?? find(exchange)
      known.set(key, candidates)
      const wanted = candidates.filter(({ challenge }) => !solved.has(challenge))
      return wanted.flatMap((candidate) => toMarks(candidate, exchange))
    },
  }
}

function toMarks({ challenge, index, step, isLast }: Candidate, exchange: Observed): Mark[] {
  const result = step.when?.(exchange) ?? false
  const keys = result === true ? [''] : result === false ? [] : [result].flat()
  return keys.map((key) => ({ challenge, step: index, key: key.slice(0, KEY_MAX), isLast }))
}
