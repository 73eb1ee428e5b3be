export type Kind = 'task' | 'item' | 'comment' | 'attachment'

/**
 * Services never assign ids from here on, so these name nothing on any of them, no matter how many cases came
 * before.
 */
export const NEVER_ASSIGNED = 2_000_000_000

/** The ids that services have assigned, by service and kind. */
const assigned = new WeakMap<object, Map<Kind, Set<unknown>>>()

/** Records an id that a service assigned; throws where it is invalid or was assigned before (decision 21). */
export function takeNewId(service: object, kind: Kind, id: unknown): number {
  const kinds = assigned.get(service) ?? new Map<Kind, Set<unknown>>()
  assigned.set(service, kinds)
  const ids = kinds.get(kind) ?? new Set()
  kinds.set(kind, ids)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
    throw new Error(`The ${kind} has the id ${id}, which is not valid`)
  }
  if (ids.has(id)) throw new Error(`The ${kind} has the id ${id}, which was assigned before`)
  ids.add(id)
  return id
}
