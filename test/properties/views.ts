import type { Status, Task, TaskInput } from '../clients/client.js'
import { type Board, type Card, summaryOf, tasksOf } from './model.js'
import type { Query } from './model-of-lists.js'

/** The body of a create or replace request in any edition. */
export type SentTask = Omit<TaskInput, 'status'> & { status?: Status | null }

/** How an edition reads requests and shows the board of the model, written from the specification and the decisions. */
export interface View {
  /** Returns the values of a new task. */
  newTask(sent: SentTask): TaskInput
  /** Returns the values that a task has after a replacement. */
  replacement(sent: SentTask, card: Card): TaskInput
  /** Returns a task as responses contain it. */
  show(task: Task): object
  /** Returns the response of `GET /tasks/summary`. */
  summarise(board: Board): object
  /** Returns the order that a query of the list asks for. */
  orderOf(query: Query): { field: string; direction: string }
}

const current: View = {
  newTask: (sent) => sent as TaskInput,
  replacement: (sent) => sent as TaskInput,
  show: (task) => task,
  summarise: summaryOf,
  orderOf: ({ sort = 'id', direction = 'asc' }) => ({ field: sort, direction }),
}

/** Decisions 80 to 84. */
const earlier: View = {
  newTask: (sent) => ({ ...sent, status: sent.status ?? 'TODO', dueDate: null, checklistItems: [] }),
  replacement: (sent, { dueDate, checklistItems }) => ({ ...earlier.newTask(sent), dueDate, checklistItems }),
  show({ dueDate: _, sortOrder: __, checklistItems: ___, attachments: ____, ...shown }) {
    return shown
  },
  summarise(board) {
    const tasks = tasksOf(board)
    const count = (field: 'status' | 'priority', values: string[]) =>
      Object.fromEntries(values.map((value) => [value, tasks.filter((task) => task[field] === value).length]))
    return {
      total: tasks.length,
      byStatus: count('status', ['TODO', 'IN_PROGRESS', 'DONE']),
      byPriority: count('priority', ['LOW', 'MEDIUM', 'HIGH']),
    }
  },
  orderOf({ sort = 'id' }) {
    const [field = '', direction = 'asc'] = sort.split(',')
    return { field, direction }
  },
}

/** The views by the name of the edition. */
export const VIEWS: Readonly<Record<string, View>> = { current, earlier }
