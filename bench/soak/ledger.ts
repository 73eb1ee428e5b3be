/** What a worker knows of a task of its own; it alone changes it. */
export interface Known {
  title: string
  status: string
  comments: number
  /** What was asked of it last and not answered: it may have happened or not. */
  asked?: { title?: string; status?: string; comments?: number; deleted?: true }
}

/** The tasks of a worker, as far as they were acknowledged. */
export type Ledger = Map<number, Known>

/** A task as it is answered, as far as it is compared. */
interface Found {
  id: number
  title: string
  status: string
  comments: unknown[]
}

/** What is wrong with what the board holds, held against what was acknowledged; what was not may be there. */
export function findLosses(ledgers: Ledger[], board: Found[]): string[] {
  const held = new Map(board.map((task) => [task.id, task]))
  return ledgers.flatMap((ledger) =>
    [...ledger].flatMap(([id, { asked, ...known }]) => {
      const task = held.get(id)
      if (task === undefined) return asked?.deleted ? [] : [`task ${id} was acknowledged, and is not there`]
      const found = { title: task.title, status: task.status, comments: task.comments.length }
      const fits = (Object.keys(known) as (keyof typeof known)[]).every((field) =>
        [known[field], asked?.[field]].includes(found[field]),
      )
      return fits ? [] : [`task ${id} was to be ${JSON.stringify(known)}, and is ${JSON.stringify(found)}`]
    }),
  )
}

/** What is wrong with the columns of a whole board: each must be exactly 0 … n−1 (decision 18). */
export function findGaps(board: { status: string; sortOrder: number }[]): string[] {
  const statuses = new Set(board.map(({ status }) => status))
  return [...statuses].flatMap((status) => {
    const column = board.filter((task) => task.status === status)
    const places = column.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b)
    return places.every((place, index) => place === index)
      ? []
      : [`the column ${status} holds ${places.join()}`]
  })
}
