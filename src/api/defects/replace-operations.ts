import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../contract/parse.js'
import { OPERATIONS, type Operations, WRITES } from '../../rooms/board/operations.js'
import { finish, type Steps } from '../../rooms/board/steps.js'
import type { File } from '../../rooms/board/values.js'
import type { View } from '../../rooms/board/version.js'
import { addDefectNotes, defectsOf } from '../../rooms/defects.js'
import type { BoardFork } from '../../rooms/handles.js'
import type { Store } from '../../rooms/store.js'
import { newWritten, type Written } from '../../rooms/versioned.js'
import type { DefectEffect } from '../../rules/log/entry.js'
import type { ActiveDefect, OperationContext } from './defect.js'

/** The maximum number of notes that a defect has on a board. */
export const NOTES_MAX = 100

/** The time in milliseconds for which a request stays in progress after its commit. */
const IN_PROGRESS = 20

/** What requests tell others while they are in progress. The key has the board, the defect and a name. */
type Progress = readonly [key: string, value: unknown]

const inProgress = new Set<Progress>()

type Name = keyof Operations
type Operation = (board: View, ...args: unknown[]) => unknown
type Method = (id: string, ...args: unknown[]) => Promise<unknown>

/** What an operation has done: its result or its error, and the difference between the board before and after it. */
interface Outcome {
  result?: unknown
  error?: unknown
  /** The changed rows by key, the kinds whose rows are all deleted, and the last ids. Empty after an error. */
  rows: readonly unknown[]
}

/** What an operation with defects has done. */
interface Observed {
  outcome: Outcome
  effects: [defect: ActiveDefect, effect: DefectEffect][]
  /** The notes to add, and what the request tells others while it is in progress. */
  notes: [defect: string, notes: readonly unknown[]][]
  entered: Progress[]
}

/** What an operation leaves behind, unless its board is discarded. */
type Left = Pick<Observed, 'notes' | 'entered'>

/**
 * Returns the store of a request in which defects replace operations. The effect of a defect is the difference to the
 * correct operation, which runs on a second fork of the board. That fork is discarded.
 */
export function replaceOperations(store: Store, active: readonly ActiveDefect[]): Store {
  const replacing = active.filter(({ defect }) => defect.replace !== undefined)
  const names = new Set(replacing.flatMap((one) => Object.keys(replacementsOf(one, OPERATIONS))))
  const methods = Array.from(names, (name) => [name, methodOf(name as Name)])
  return Object.assign(Object.create(store), Object.fromEntries(methods))

  function methodOf(name: Name): Method {
    const read = (board: View, args: unknown[]) => observe(replacing, board, name, args)
    if (name === 'getAttachment') {
      return async (id, taskId, attachmentId) => {
        const get: Operation = (board, ...args) => settle(finish(read(board, args)))
        const found = await store.getAttachment(id, taskId as number, attachmentId as number, get as never)
        return { ...found, bytes: found.bytes.subarray(0, found.attachment.fileSizeBytes) }
      }
    }
    if (!(name in WRITES)) {
      return async (id, ...args) => settle(await store.run(id, (version) => read({ id, version }, args)))
    }
    return (id, ...args) => {
      // All forks of a write have the same keys of bytes.
      const withKeys = (files: File[]) => files.map((file) => ({ ...file, blob: randomUUID() }))
      const given = name === 'addAttachments' ? args.with(1, withKeys(args[1] as File[])) : args
      return write(name, (operation) => store.write(id, (board) => operation(board, ...given) as undefined))
    }
  }

  /** @param send calls the given operation on a fork, and waits for its commit */
  async function write(name: Name, send: (operation: Operation) => Promise<unknown>): Promise<unknown> {
    let observed: Observed | undefined
    try {
      await send((board, ...args) => {
        observed = finish(observe(replacing, board, name, args))
        if ('error' in observed.outcome) throw observed.outcome.error
        for (const [defect, notes] of observed.notes) addDefectNotes(board as BoardFork, defect, notes, NOTES_MAX)
        for (const entry of observed.entered) inProgress.add(entry)
        return observed.outcome.result
      })
      if (observed?.entered.length) await sleep(IN_PROGRESS)
    } catch (error) {
      // Nothing is known about a write that was not stored.
      if (error !== observed?.outcome.error) throw error
    } finally {
      for (const entry of observed?.entered ?? []) inProgress.delete(entry)
    }
    return settle(observed as Observed)
  }
}

/** Reports the effects of an operation, and returns its result or throws its error. */
function settle({ outcome, effects }: Observed): unknown {
  for (const [{ effects: all }, effect] of effects) all.add(effect)
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/** Runs an operation with defects, and compares each defect alone with the correct operation. */
function* observe(
  replacing: readonly ActiveDefect[],
  board: View,
  name: Name,
  args: readonly unknown[],
): Steps<Observed> {
  const copy = { ...board }
  const toFork = () => ({ ...copy, written: newWritten() })
  const left: Left = { notes: [], entered: [] }
  let api = OPERATIONS
  for (const one of replacing) api = { ...api, ...replacementsOf(one, api, board, left) }
  const outcome = run(board, api[name], args)
  yield
  const correct = run(toFork(), OPERATIONS[name], args)
  const effects: Observed['effects'] = []
  for (const one of replacing) {
    const fork = toFork()
    const operation = replacementsOf(one, OPERATIONS, fork)[name]
    if (operation === undefined) continue
    yield
    const effect = effectOf(replacing.length === 1 ? outcome : run(fork, operation, args), correct)
    if (effect !== undefined) effects.push([one, effect])
  }
  return { outcome, effects, ...left }
}

/** Returns the operations that a defect replaces. */
function replacementsOf({ defect, request, ...context }: ActiveDefect, api: Operations, board?: View, left?: Left) {
  const keyOf = (name: string) => `${request.board.id} ${defect.name} ${name}`
  const own: OperationContext = {
    request,
    get notes() {
      return board && 'room' in board ? (defectsOf(board as BoardFork)?.[defect.name] ?? []) : context.notes
    },
    addNotes: (notes) => left?.notes.push([defect.name, notes]),
    inProgress: (name) => [...inProgress].filter(([key]) => key === keyOf(name)).map(([, value]) => value),
    enter: (name, value) => left?.entered.push([keyOf(name), value]),
  }
  return defect.replace?.(api, own) ?? {}
}

/** Runs an operation on a fork. If it fails, the fork stays as it was. */
function run(
  fork: { -readonly [Key in keyof View]: View[Key] } & { written?: Written },
  operation: unknown,
  args: readonly unknown[],
): Outcome {
  const { version, written } = fork
  try {
    const result = (operation as Operation)(fork, ...args)
    const rows = new Map(written?.items.map(({ kind, id, value }) => [`${kind} ${id}`, value]))
    return { result, rows: [rows, written?.cleared ?? [], fork.version.lastIds] }
  } catch (error) {
    fork.version = version
    return { error, rows: [new Map(), [], version.lastIds] }
  }
}

function effectOf(own: Outcome, correct: Outcome): DefectEffect | undefined {
  if (!('error' in own) && !isDeepStrictEqual(own.rows, correct.rows)) return 'write'
  return isDeepStrictEqual(visible(own), visible(correct)) ? undefined : 'response'
}

/** Returns what a client sees of an outcome. Equal lists can have different texts. */
function visible(outcome: Outcome): unknown {
  if ('error' in outcome) return String(outcome.error)
  const { result } = outcome
  return isObject(result) && typeof result.tasks === 'string' ? { ...result, tasks: JSON.parse(result.tasks) } : result
}
