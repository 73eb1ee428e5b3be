import type { EventEmitter } from 'node:events'

/** The names of methods that read. All others write. */
const READ = /^(count|find|get|list|measure|read)/

/** The methods that change nothing that others see although their names are not those of reads. */
const OTHERS = ['rehearse', 'confirm', 'ping', 'close', 'sweepBoards']

/** Whether a method of the store only reads. */
export function isRead(method: string): boolean {
  return READ.test(method)
}

/**
 * Announces `change`, with the ids of boards and classes and the name of the method, after a write has ended, and `regain`
 * when everything that was read before can be wrong.
 */
export type Changes = EventEmitter<{ change: [ids: readonly string[], method: string]; regain: [] }>

type Method = (...args: unknown[]) => Promise<unknown>

/** Returns a store that announces its writes. Writes that fail are announced too, because they may have been stored. */
export function announceChanges<Methods extends object>(
  store: Methods,
  changes: Changes,
): Methods & { changes: Changes } {
  const announcing =
    (name: string, method: Method): Method =>
    async (...args) => {
      try {
        return await method(...args)
      } finally {
        changes.emit('change', idsIn(args[0]), name)
      }
    }
  const methods = Object.entries(store as Record<string, Method>).map(([name, method]) => [
    name,
    isRead(name) || OTHERS.includes(name) ? method : announcing(name, method),
  ])
  return { ...(Object.fromEntries(methods) as Methods), changes }
}

/** Returns the ids in the first parameter of a method: the id of a board or class, or a map from the ids of boards. */
function idsIn(first: unknown): readonly string[] {
  if (first instanceof Map) return [...first.keys()]
  return typeof first === 'string' ? [first] : []
}
