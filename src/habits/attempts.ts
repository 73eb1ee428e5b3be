import { type Observation, pathOf, slackOf } from './observation.js'

/** The requests of a drill, in the order of their arrival, with their attempts. */
export interface Attempts {
  all: readonly Observation[]
  /** Returns all attempts of a request, itself included, in the order of their arrival. */
  of(request: Observation): readonly Observation[]
  /** Returns the first attempt after the end of an attempt; `undefined` if the client did not repeat it. */
  after(request: Observation): Observation | undefined
}

/**
 * Finds the attempts of each request: those with the same method, target and body, or with the same id of the client. An id
 * that a client sends with different paths is an id of something else, such as a trace.
 */
export function attemptsIn(observations: readonly Observation[]): Attempts {
  const all = observations.toSorted((a, b) => a.arrivedAt - b.arrivedAt)
  const pathsOfId = new Map<string, Set<string>>()
  for (const one of all) {
    if (one.clientId === null) continue
    pathsOfId.set(one.clientId, (pathsOfId.get(one.clientId) ?? new Set()).add(`${one.method} ${pathOf(one)}`))
  }
  const groups = new Map<string, Observation[]>()
  const groupOf = new Map<Observation, Observation[]>()
  for (const one of all) {
    const { clientId, method, target, bodyHash } = one
    const keys = [`request ${method} ${target} ${bodyHash}`]
    if (clientId !== null && pathsOfId.get(clientId)?.size === 1) keys.push(`id ${clientId}`)
    const group = keys.map((key) => groups.get(key)).find((found) => found !== undefined) ?? []
    for (const key of keys) groups.set(key, group)
    group.push(one)
    groupOf.set(one, group)
  }
  const of = (request: Observation) => groupOf.get(request) ?? []
  return {
    all,
    of,
    after(request) {
      const attempts = of(request)
      // The client can have the end of a response before the service knows this.
      const earliest = request.endedAt - slackOf(request.endedAt - request.arrivedAt)
      return attempts.slice(attempts.indexOf(request) + 1).find(({ arrivedAt }) => arrivedAt >= earliest)
    },
  }
}
