import { type Observation, pathOf, slackOf } from './observation.js'

/** The requests of a drill, in the order of their arrival, with their attempts. */
export type Attempts = ReturnType<typeof attemptsIn>

/**
 * Finds the attempts of each request: those with the same method, target and body, or with the same `Idempotency-Key`. A key
 * that a client sends with different paths is the key of something else.
 */
export function attemptsIn(observations: readonly Observation[]) {
  const all: readonly Observation[] = observations.toSorted((a, b) => a.arrivedAt - b.arrivedAt)
  const pathsOfKey = new Map<string | null, Set<string>>()
  for (const one of all) {
    const { idempotencyKey: key, method } = one
    if (key !== null) pathsOfKey.set(key, (pathsOfKey.get(key) ?? new Set()).add(`${method} ${pathOf(one)}`))
  }
  const groups = new Map<string, Observation[]>()
  const groupOf = new Map<Observation, Observation[]>()
  for (const one of all) {
    const { idempotencyKey, method, target, bodyHash } = one
    const keys = [`request ${method} ${target} ${bodyHash}`]
    if (pathsOfKey.get(idempotencyKey)?.size === 1) keys.push(`key ${idempotencyKey}`)
    const group = keys.map((key) => groups.get(key)).find((found) => found !== undefined) ?? []
    for (const key of keys) groups.set(key, group)
    group.push(one)
    groupOf.set(one, group)
  }
  /** Returns all attempts of a request, itself included, in the order of their arrival. */
  const of = (request: Observation): readonly Observation[] => groupOf.get(request) as Observation[]
  return {
    all,
    of,
    /** Returns the first attempt after the end of an attempt; `undefined` if the client did not repeat it. */
    after(request: Observation): Observation | undefined {
      const attempts = of(request)
      // The client can have the end of a response before the service knows this.
      const earliest = request.endedAt - slackOf(request.endedAt - request.arrivedAt)
      return attempts.slice(attempts.indexOf(request) + 1).find(({ arrivedAt }) => arrivedAt >= earliest)
    },
  }
}
