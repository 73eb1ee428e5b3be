/**
 * A small model of the board, written from the specification and the decisions. It determines every response.
 * The service assigns the ids, so the model takes them from responses after checking that they are new.
 */

import type { Status, Task, TaskInput } from '../clients/client.js'

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const

export type PartKind = 'comments' | 'attachments'

/**
 * A task in the model, where the column and the index determine status and sortOrder. The ids of deleted parts stay,
 * so that requests can name them.
 */
export type Card = Omit<Task, 'status' | 'sortOrder'> & {
  files: Map<number, Buffer>
  deleted: Record<PartKind, number[]>
}

/** The columns in their order, and the deleted tasks. */
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

/** A task with its status and position. */
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

/** Returns the id of a new checklist item. */
export type NextItemId = (index: number) => number

/** Decisions 17 and 18: absent fields have defaults, and a new task goes to the end of its column. */
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

/** Decision 19: comments and attachments stay, and a task with another status goes to the end of that column. */
export function replaceTask(board: Board, card: Card, input: TaskInput, itemId: NextItemId, now: string): void {
  Object.assign(card, valuesOf(input, card.checklistItems, itemId), { updatedAt: later(card.updatedAt, now) })
  if (statusOf(board, card) === input.status) return
  takeOut(board, card)
  board[input.status].push(card)
}

/** Decision 20: the index counts after the task has left its old position, and beyond the end means the end. */
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

/** The response of `GET /tasks/summary`. */
export function summaryOf(board: Board) {
  const [todoTasks, inProgressTasks, doneTasks] = STATUSES.map((status) => board[status].length)
  return { totalTasks: tasksOf(board).length, todoTasks, inProgressTasks, doneTasks }
}

/** The response of a reorder (specification, section 2, rule 5). */
export function reorderedOf(board: Board, card: Card) {
  const { attachments: _, ...task } = taskOf(board, card)
  return { ...task, checklistItems: [], comments: [] }
}

/** Decision 22: updatedAt never goes back when the clock does. */
export function later(a: string, b: string): string {
  return a > b ? a : b
}

function valuesOf(input: TaskInput, existing: Task['checklistItems'], itemId: NextItemId) {
  const remaining = [...existing]
  return {
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'MEDIUM',
    dueDate: input.dueDate ?? null,
    labels: input.labels ?? [],
    checklistItems: (input.checklistItems ?? []).map(({ text, done }, index) => {
      const match = remaining.findIndex((item) => item.text === text)
      const id = match === -1 ? itemId(index) : (remaining.splice(match, 1)[0] as { id: number }).id
      return { id, text, done: done ?? false }
    }),
  }
}
