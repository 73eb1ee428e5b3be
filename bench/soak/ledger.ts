import { isDeepStrictEqual } from 'node:util'

/** The fields of a task that are compared. */
interface Content {
  title: string
  status: string
  /** The texts of its comments. */
  comments: string[]
  /** The names of its attachments. A name is the digest of the bytes. */
  attachments: string[]
}

/** The fields that a request changes in a task. */
export type Change = Partial<Content> & { deleted?: true }

/** What a worker knows about one of its own tasks. No other worker changes the task. */
export interface Known extends Content {
  /** The last change, while it has no response: it may or may not have happened. */
  pending?: Change
}

/** What a worker requested. */
export interface Ledger {
  /** Its tasks, in the state that was acknowledged last. */
  tasks: Map<number, Known>
  /** The tasks whose deletion was acknowledged. */
  deleted: Set<number>
  /** The titles of tasks whose creation has no response: the tasks may or may not exist. */
  pendingTitles: Set<string>
}

/** The part of a task in a response that is compared. */
export interface Found {
  id: number
  title: string
  status: string
  sortOrder: number
  comments: { id: number; text: string }[]
  attachments: { id: number; fileName: string }[]
}

export function createLedger(): Ledger {
  return { tasks: new Map(), deleted: new Set(), pendingTitles: new Set() }
}

/** Compares a task with its acknowledged state. Each field may also have the value of the pending change. */
export function findDifferences({ pending, ...known }: Known, task: Found): string[] {
  const found: Content = {
    title: task.title,
    status: task.status,
    comments: task.comments.map(({ text }) => text),
    attachments: task.attachments.map(({ fileName }) => fileName),
  }
  const matches = (Object.keys(found) as (keyof Content)[]).every((field) =>
    [known[field], pending?.[field]].some((value) => isDeepStrictEqual(value, found[field])),
  )
  return matches ? [] : [`task ${task.id} should be ${JSON.stringify(known)}, but is ${JSON.stringify(found)}`]
}

/** Compares the full board with what was acknowledged. */
export function findLosses(ledgers: Ledger[], board: Found[]): string[] {
  const boardById = new Map(board.map((task) => [task.id, task]))
  const known = new Map(ledgers.flatMap(({ tasks }) => [...tasks]))
  const deleted = new Set(ledgers.flatMap((ledger) => [...ledger.deleted]))
  const pendingTitles = new Set(ledgers.flatMap((ledger) => [...ledger.pendingTitles]))
  const losses = [...known].flatMap(([id, task]) => {
    const found = boardById.get(id)
    if (found !== undefined) return findDifferences(task, found)
    return task.pending?.deleted ? [] : [`task ${id} was acknowledged, but does not exist`]
  })
  const extras = board.flatMap(({ id, title }) => {
    if (deleted.has(id)) return [`task ${id} was deleted, but exists`]
    return known.has(id) || pendingTitles.has(title) ? [] : [`task ${id} exists, but no worker created it`]
  })
  return [...losses, ...extras]
}

/** Finds columns whose positions are not exactly 0 … n−1 (decision 18). */
export function findGaps(board: Found[]): string[] {
  const statuses = new Set(board.map(({ status }) => status))
  return [...statuses].flatMap((status) => {
    const column = board.filter((task) => task.status === status)
    const positions = column.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b)
    return positions.every((position, index) => position === index)
      ? []
      : [`the column ${status} has the positions ${positions.join()}`]
  })
}
