import { isDeepStrictEqual } from 'node:util'
import type { DefectEffect } from '../rooms/log/values.js'
import type { Store } from '../rooms/store.js'
import type { ChangeStore, DefectContext } from './defect.js'

/** A method of the store, whatever its parameters. */
type Method = (...args: unknown[]) => Promise<unknown>

/** The names of methods that read. All others write. */
const READ = /^(count|find|get|list|measure|read)/

const isRead = (method: string) => READ.test(method)

/** A call of a method that changes the board. */
interface Write {
  method: string
  args: readonly unknown[]
  /** `undefined` if the call failed. */
  result?: unknown
  error?: unknown
}

/**
 * Returns the methods of a defect, which replace those of the store. A read reports a result that differs from the
 * correct one. A write reports different stored data, or else a different result.
 *
 * @param createMethods creates the methods of the defect, which replace those of a store
 * @param store the store without the defect. It has the defects before it.
 * @param report receives each difference
 */
export function observedMethods(
  createMethods: ChangeStore,
  store: Store,
  context: DefectContext,
  report: (effect: DefectEffect) => void,
): Partial<Store> {
  const observe = (name: string): Method => {
    if (isRead(name)) return (...args) => observeRead(args, name)
    return (...args) => observeWrite(args, name)
  }
  return Object.fromEntries(Object.keys(createMethods(store, context)).map((name) => [name, observe(name)]))

  async function observeRead(args: unknown[], name: string): Promise<unknown> {
    const read = (from: Store) => methodOf(createMethods(from, context), name)(...args)
    const [sent, isDifferent] = await Promise.all([read(store), differs(args, name)])
    // Another request can change the board between the two reads of a comparison, so a difference is checked twice.
    if (isDifferent && (await differs(args, name))) report('response')
    return sent
  }

  /**
   * Whether the defect changes the result of a read. The comparison leaves out the other defects of the board: with them,
   * each defect would double the number of reads.
   */
  async function differs(args: unknown[], name: string): Promise<boolean> {
    const { store: correctStore } = context
    const [own, correct] = await Promise.all([
      outcomeOf(methodOf(createMethods(correctStore, context), name)(...args)),
      outcomeOf(methodOf(correctStore, name)(...args)),
    ])
    return !isDeepStrictEqual(own, correct)
  }

  async function observeWrite(args: unknown[], name: string): Promise<unknown> {
    const writes: Write[] = []
    try {
      const result = await methodOf(createMethods(recordWrites(store, writes), context), name)(...args)
      // A write that returns `false` found nothing to change.
      const [write, ...others] = writes.filter((made) => made.result !== false)
      if (write?.method !== name || others.length > 0 || !isDeepStrictEqual(write.args, args)) report('write')
      else if (!isDeepStrictEqual(write.result, result)) report('response')
      return result
    } catch (error) {
      // The request would have failed without the defect, too, if the store refused it or something does not exist.
      const isRefused = writes.some((made) => made.error === error)
      if (!isRefused && (error as { statusCode?: number }).statusCode !== 404) report('response')
      throw error
    }
  }
}

function methodOf(store: Partial<Store>, name: string): Method {
  return (store[name as keyof Store] as unknown as Method).bind(store)
}

/** Returns the store with a record of its writes. */
function recordWrites(store: Store, writes: Write[]): Store {
  return new Proxy(store, {
    get(target, name: string) {
      const method = methodOf(target, name)
      if (isRead(name)) return method
      return async (...args: unknown[]) => {
        const write: Write = { method: name, args }
        writes.push(write)
        try {
          write.result = await method(...args)
          return write.result
        } catch (error) {
          write.error = error
          throw error
        }
      }
    },
  })
}

/** Returns the parsed result of a read, or the text of its error. */
async function outcomeOf(result: Promise<unknown>): Promise<unknown> {
  try {
    return parsed(await result)
  } catch (error) {
    return String(error)
  }
}

/** Returns the result of a read with its JSON texts as values: equal values can have different texts. */
function parsed(result: unknown): unknown {
  const { tasks } = result as { tasks?: string }
  return tasks === undefined ? result : { ...(result as object), tasks: JSON.parse(tasks) }
}
