export type Kind = 'task' | 'item' | 'comment' | 'attachment'

/**
 * No service comes so far within its cases, so ids from here on name nothing on any of them: what a case asks
 * for does not depend on how many came before.
 */
export const NEVER_GIVEN = 2_000_000_000

/** The ids that services have given, by service and kind. */
const given = new WeakMap<object, Map<Kind, Set<unknown>>>()

/** Takes an id that a service has given; throws where it is none, or where that service has given it before (decision 21). */
export function takeNewId(service: object, kind: Kind, id: unknown): number {
  const kinds = given.get(service) ?? new Map<Kind, Set<unknown>>()
  given.set(service, kinds)
  const ids = kinds.get(kind) ?? new Set()
  kinds.set(kind, ids)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
    throw new Error(`The ${kind} has the id ${id}, which is none`)
  }
  if (ids.has(id)) throw new Error(`The ${kind} has the id ${id}, which was given before`)
  ids.add(id)
  return id
}
