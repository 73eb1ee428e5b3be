import { type Static, Type } from '@sinclair/typebox'
import {
  CHECKLIST_MAX,
  CHECKLIST_TEXT_MAX,
  DESCRIPTION_MAX,
  LABEL_MAX,
  LABELS_MAX,
  SEARCH_MAX,
  TITLE_MAX,
} from '../limits.js'
import { Attachment } from './attachment.js'
import { filledText, identifier, nullable, optional, ref, stringEnum, text, timestamp } from './builders.js'
import { Comment } from './comment.js'
import { pageProperties, pagingParameters } from './paging.js'

/** The board columns, in the order in which `status` sorts (decision 14). */
export const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
/** The priorities, in the order in which `priority` sorts (decision 14). */
export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export const PRIORITY_DEFAULT = 'MEDIUM'
export const SORTS = [
  'id',
  'title',
  'status',
  'priority',
  'createdAt',
  'updatedAt',
  'dueDate',
  'sortOrder',
] as const
export const DIRECTIONS = ['asc', 'desc'] as const

export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]
export type Sort = (typeof SORTS)[number]
export type Direction = (typeof DIRECTIONS)[number]

const dueDate = Type.String({
  format: 'date',
  description: 'A calendar day, `YYYY-MM-DD`.',
  examples: ['2026-04-30'],
})

export const ChecklistItem = Type.Object(
  {
    id: identifier('Assigned by the server.'),
    text: Type.String(),
    done: Type.Boolean(),
  },
  { $id: 'ChecklistItem', description: 'One entry of a checklist.' },
)
export type ChecklistItem = Static<typeof ChecklistItem>

export const ChecklistItemInput = Type.Object(
  {
    text: filledText(CHECKLIST_TEXT_MAX),
    done: optional(Type.Boolean({ default: false })),
  },
  { $id: 'ChecklistItemInput', description: 'One entry of a checklist, as it is sent.' },
)

const fields = {
  id: identifier('Assigned by the server, never used again.'),
  title: Type.String(),
  description: nullable(Type.String()),
  status: stringEnum(STATUSES, { description: 'The board column.' }),
  priority: stringEnum(PRIORITIES),
  dueDate: nullable(dueDate),
  sortOrder: Type.Integer({
    minimum: 0,
    description: 'The position in the column; a column of n tasks holds exactly 0 … n−1.',
  }),
  labels: Type.Array(Type.String()),
}
const timestamps = {
  createdAt: timestamp('When the task was created.'),
  updatedAt: timestamp('When the task was last replaced or moved.'),
}

export const Task = Type.Object(
  {
    ...fields,
    checklistItems: Type.Array(ref(ChecklistItem)),
    comments: Type.Array(ref(Comment)),
    attachments: Type.Array(ref(Attachment)),
    ...timestamps,
  },
  { $id: 'Task', description: 'A task, whole.' },
)
export type Task = Static<typeof Task>

export const ReorderedTask = Type.Object(
  {
    ...fields,
    checklistItems: Type.Array(ref(ChecklistItem), { maxItems: 0 }),
    comments: Type.Array(ref(Comment), { maxItems: 0 }),
    ...timestamps,
  },
  {
    $id: 'ReorderedTask',
    description:
      'A task as the reorder operation answers it: `checklistItems` and `comments` are always empty there and `attachments` is left out, whatever the task holds.',
  },
)
export type ReorderedTask = Static<typeof ReorderedTask>

export const TaskInput = Type.Object(
  {
    title: filledText(TITLE_MAX),
    description: optional(text({ maxLength: DESCRIPTION_MAX })),
    status: stringEnum(STATUSES, { description: 'The board column.' }),
    priority: optional(stringEnum(PRIORITIES, { default: PRIORITY_DEFAULT })),
    dueDate: optional(dueDate),
    labels: optional(Type.Array(filledText(LABEL_MAX), { maxItems: LABELS_MAX })),
    checklistItems: optional(Type.Array(ref(ChecklistItemInput), { maxItems: CHECKLIST_MAX })),
  },
  {
    $id: 'TaskInput',
    description:
      'What a task is created or replaced from. Unknown and read-only fields are ignored, so a task can be sent back as it was received.',
  },
)
export type TaskInput = Static<typeof TaskInput>

export const TaskPage = Type.Object(
  {
    ...pageProperties(Task, 'tasks'),
  },
  { $id: 'TaskPage', description: 'One page of a list of tasks.' },
)
export type TaskPage = Static<typeof TaskPage>

export const TaskSummary = Type.Object(
  {
    totalTasks: Type.Integer({ minimum: 0 }),
    todoTasks: Type.Integer({ minimum: 0 }),
    inProgressTasks: Type.Integer({ minimum: 0 }),
    doneTasks: Type.Integer({ minimum: 0 }),
  },
  { $id: 'TaskSummary', description: 'The number of tasks, in all and per column.' },
)
export type TaskSummary = Static<typeof TaskSummary>

export const ReorderInput = Type.Object(
  {
    targetStatus: stringEnum(STATUSES, { description: "The column to move to; it may be the task's own." }),
    targetIndex: Type.Integer({
      minimum: 0,
      description:
        'The final position in that column, counted from 0 after the task has left its old place. Beyond the end means the end.',
    }),
  },
  { $id: 'ReorderInput', description: 'Where a task is to be put.' },
)

export const TaskParams = Type.Object({ id: identifier('The id of the task.') })

export const TaskListQuery = Type.Object({
  ...pagingParameters('tasks'),
  status: Type.Optional(stringEnum(STATUSES, { description: 'Only tasks of this column.' })),
  priority: Type.Optional(stringEnum(PRIORITIES, { description: 'Only tasks of this priority.' })),
  search: Type.Optional(
    text({
      maxLength: SEARCH_MAX,
      description:
        'Only tasks with this text in the title, in the description or in one label, ignoring case. No wildcards.',
    }),
  ),
  sort: Type.Optional(
    stringEnum(SORTS, {
      default: 'id',
      description:
        'The field to sort by. `status` and `priority` sort in the order in which their values are listed, `title` by code point; tasks without a `dueDate` come last; ties are broken by ascending `id`.',
    }),
  ),
  direction: Type.Optional(
    stringEnum(DIRECTIONS, { default: 'asc', description: 'The direction of the sort.' }),
  ),
})
