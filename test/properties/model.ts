/**
 * A small model of the board, written from the specification and the decisions. It holds what every answer must
 * be; ids are the service's to choose, so the model takes them from the answers once they have proved new.
 */

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
export type Status = (typeof STATUSES)[number]
export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT'

/** What a task is created or replaced from. */
export interface TaskInput {
  title: string
  status: Status
  description?: string | null
  priority?: Priority | null
  dueDate?: string | null
  labels?: string[] | null
  checklistItems?: { text: string; done?: boolean | null }[] | null
}

export interface Comment {
  id: number
  text: string
  createdAt: string
  updatedAt: string
}

export interface Attachment {
  id: number
  fileName: string
  contentType: string
  fileSizeBytes: number
  uploadedAt: string
}

/** A task as it is answered. */
export interface Task {
  id: number
  title: string
  description: string | null
  status: Status
  priority: Priority
  dueDate: string | null
  sortOrder: number
  labels: string[]
  checklistItems: { id: number; text: string; done: boolean }[]
  comments: Comment[]
  attachments: Attachment[]
  createdAt: string
  updatedAt: string
}

export type PartKind = 'comments' | 'attachments'

/**
 * A task as the model keeps it: its status and its place are where it stands. The ids of what it held are kept,
 * to be asked for again.
 */
export type Card = Omit<Task, 'status' | 'sortOrder'> & {
  files: Map<number, Buffer>
  deleted: Record<PartKind, number[]>
}

/** The columns, each in its order, and the tasks that were deleted. */
export type Board = Record<Status | 'deleted', Card[]>

export function emptyBoard(): Board {
  return { TODO: [], IN_PROGRESS: [], DONE: [], deleted: [] }
}

/** All tasks, by ascending id. */
export function tasksOf(board: Board): Task[] {
  return cardsOf(board)
    .map((card) => taskOf(board, card))
    .sort((a, b) => a.id - b.id)
}

/** A task with its place on the board. */
export function taskOf(board: Board, card: Card): Task {
  const status = statusOf(board, card)
  const { files: _, deleted: __, ...fields } = card
  return { ...fields, status, sortOrder: board[status].indexOf(card) }
}

export function cardsOf(board: Board): Card[] {
  return STATUSES.flatMap((status) => board[status])
}

export function findCard(board: Board, id: number): Card | undefined {
  return cardsOf(board).find((card) => card.id === id)
}

function statusOf(board: Board, card: Card): Status {
  return STATUSES.find((status) => board[status].includes(card)) as Status
}

/** Gives a new checklist item its id. */
export type NextItemId = (index: number) => number

/** Decisions 17 and 18: absent fields have their defaults, a new task goes to the end of its column. */
export function addTask(board: Board, input: TaskInput, id: number, itemId: NextItemId, now: string): Card {
  const card: Card = {
    id,
    ...valuesOf(input, [], itemId),
    comments: [],
    attachments: [],
    createdAt: now,
    updatedAt: now,
    files: new Map(),
    deleted: { comments: [], attachments: [] },
  }
  board[input.status].push(card)
  return card
}

/** Decision 19: all is replaced but comments and attachments; another status means the end of its column. */
export function replaceTask(
  board: Board,
  card: Card,
  input: TaskInput,
  itemId: NextItemId,
  now: string,
): void {
  Object.assign(card, valuesOf(input, card.checklistItems, itemId), { updatedAt: later(card.updatedAt, now) })
  if (statusOf(board, card) === input.status) return
  takeOut(board, card)
  board[input.status].push(card)
}

/** Decision 20: the place is counted after the task has left its old one; beyond the end is the end. */
export function moveTask(board: Board, card: Card, status: Status, index: number, now: string): void {
  takeOut(board, card)
  board[status].splice(Math.min(index, board[status].length), 0, card)
  card.updatedAt = later(card.updatedAt, now)
}

export function removeTask(board: Board, card: Card): void {
  takeOut(board, card)
  board.deleted.push(card)
}

export function removeAllTasks(board: Board): void {
  for (const status of STATUSES) board.deleted.push(...board[status].splice(0))
}

export function removePart(card: Card, kind: PartKind, index: number): void {
  card.deleted[kind].push(...card[kind].splice(index, 1).map(({ id }) => id))
}

function takeOut(board: Board, card: Card): void {
  const column = board[statusOf(board, card)]
  column.splice(column.indexOf(card), 1)
}

/** What `GET /tasks/summary` answers. */
export function summaryOf(board: Board) {
  const [todoTasks, inProgressTasks, doneTasks] = STATUSES.map((status) => board[status].length)
  return { totalTasks: tasksOf(board).length, todoTasks, inProgressTasks, doneTasks }
}

/** What a reorder answers: rule 5 of the specification's section 2. */
export function reorderedOf(board: Board, card: Card) {
  const { attachments: _, ...task } = taskOf(board, card)
  return { ...task, checklistItems: [], comments: [] }
}

/** Decision 22: no time of update goes back when the clock does. */
export function later(a: string, b: string): string {
  return a > b ? a : b
}

function valuesOf(input: TaskInput, existing: Task['checklistItems'], itemId: NextItemId) {
  const kept = [...existing]
  return {
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'MEDIUM',
    dueDate: input.dueDate ?? null,
    labels: input.labels ?? [],
    checklistItems: (input.checklistItems ?? []).map(({ text, done }, index) => {
      const match = kept.findIndex((item) => item.text === text)
      const id = match === -1 ? itemId(index) : (kept.splice(match, 1)[0] as { id: number }).id
      return { id, text, done: done ?? false }
    }),
  }
}
