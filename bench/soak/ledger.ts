import { isDeepStrictEqual } from 'node:util'

/** What is compared of a task. */
interface Content {
  title: string
  status: string
  /** The texts of its comments. */
  comments: string[]
  /** The names of its attachments, which tell their bytes. */
  attachments: string[]
}

/** What a change makes of a task. */
export type Change = Partial<Content> & { deleted?: true }

/** What a worker knows of a task of its own; it alone changes it. */
export interface Known extends Content {
  /** What was asked of it last and not answered: it may have happened or not. */
  asked?: Change
}

/** What a worker asked for. */
export interface Ledger {
  /** Its tasks, as far as they were acknowledged. */
  tasks: Map<number, Known>
  /** The tasks whose deletion was acknowledged. */
  deleted: Set<number>
  /** The titles of tasks whose creation was not answered: they may be there or not. */
  unanswered: Set<string>
}

/** A task as it is answered, as far as it is compared. */
export interface Found {
  id: number
  title: string
  status: string
  sortOrder: number
  comments: { id: number; text: string }[]
  attachments: { id: number; fileName: string }[]
}

export function createLedger(): Ledger {
  return { tasks: new Map(), deleted: new Set(), unanswered: new Set() }
}

/** What is wrong with a task, held against what was acknowledged; what was not may be there. */
export function findDifferences({ asked, ...known }: Known, task: Found): string[] {
  const found: Content = {
    title: task.title,
    status: task.status,
    comments: task.comments.map(({ text }) => text),
    attachments: task.attachments.map(({ fileName }) => fileName),
  }
  const fits = (Object.keys(found) as (keyof Content)[]).every((field) =>
    [known[field], asked?.[field]].some((value) => isDeepStrictEqual(value, found[field])),
  )
  return fits ? [] : [`task ${task.id} was to be ${JSON.stringify(known)}, and is ${JSON.stringify(found)}`]
}

/** What is wrong with a whole board, held against what was acknowledged. */
export function findLosses(ledgers: Ledger[], board: Found[]): string[] {
  const held = new Map(board.map((task) => [task.id, task]))
  const known = new Map(ledgers.flatMap(({ tasks }) => [...tasks]))
  const deleted = new Set(ledgers.flatMap((ledger) => [...ledger.deleted]))
  const unanswered = new Set(ledgers.flatMap((ledger) => [...ledger.unanswered]))
  const wrong = [...known].flatMap(([id, task]) => {
    const found = held.get(id)
    if (found !== undefined) return findDifferences(task, found)
    return task.asked?.deleted ? [] : [`task ${id} was acknowledged, and is not there`]
  })
  const strangers = board.flatMap(({ id, title }) => {
    if (deleted.has(id)) return [`task ${id} was deleted, and is there`]
    return known.has(id) || unanswered.has(title) ? [] : [`task ${id} is there, and nobody created it`]
  })
  return [...wrong, ...strangers]
}

/** What is wrong with the columns of a whole board: each must be exactly 0 … n−1 (decision 18). */
export function findGaps(board: Found[]): string[] {
  const statuses = new Set(board.map(({ status }) => status))
  return [...statuses].flatMap((status) => {
    const column = board.filter((task) => task.status === status)
    const places = column.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b)
    return places.every((place, index) => place === index)
      ? []
      : [`the column ${status} holds ${places.join()}`]
  })
}
