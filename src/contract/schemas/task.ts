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
import { component, nullable, optional, ref } from './builders.js'
import { Comment } from './comment.js'
import { DIRECTIONS, PRIORITIES, PRIORITY_DEFAULT, SORTS, STATUSES } from './enumerations.js'
import { pageProperties, pagingParameters } from './paging.js'
import { filledText, identifier, stringEnum, text, timestamp, wholeNumber } from './values.js'

const dueDate = Type.String({
  format: 'date',
  description: 'A calendar date in the format `YYYY-MM-DD`.',
  examples: ['2026-04-30'],
})

export const ChecklistItem = component('ChecklistItem', 'An item of a checklist.', {
  id: identifier('The id, assigned by the server.'),
  text: Type.String(),
  done: Type.Boolean(),
})
export type ChecklistItem = Static<typeof ChecklistItem>

export const ChecklistItemInput = component('ChecklistItemInput', 'An item of a checklist in a request.', {
  text: filledText(CHECKLIST_TEXT_MAX),
  done: optional(Type.Boolean({ default: false })),
})

export const Task = component('Task', 'The full task.', {
  id: identifier('The id, assigned by the server. Ids are never reused.'),
  title: Type.String(),
  description: nullable(Type.String()),
  status: stringEnum(STATUSES, { description: 'The status, which is also the column of the board.' }),
  priority: stringEnum(PRIORITIES),
  dueDate: nullable(dueDate),
  sortOrder: wholeNumber('The position in the column. The positions in a column of n tasks are exactly 0 … n−1.'),
  labels: Type.Array(Type.String()),
  checklistItems: Type.Array(ref(ChecklistItem)),
  comments: Type.Array(ref(Comment)),
  attachments: Type.Array(ref(Attachment)),
  createdAt: timestamp('When the task was created.'),
  updatedAt: timestamp('When the task was last replaced or moved.'),
})
export type Task = Static<typeof Task>

export const ReorderedTask = component(
  'ReorderedTask',
  'A task as the reorder operation returns it: `checklistItems` and `comments` are always empty, and `attachments` is omitted.',
  {
    ...Type.Omit(Task, ['attachments']).properties,
    checklistItems: Type.Array(ref(ChecklistItem), { maxItems: 0 }),
    comments: Type.Array(ref(Comment), { maxItems: 0 }),
  },
)

export const TaskInput = component(
  'TaskInput',
  'The values of a task to create or replace. Unknown and read-only fields are ignored, so a client can send a task back as it received it.',
  {
    title: filledText(TITLE_MAX),
    description: optional(text({ maxLength: DESCRIPTION_MAX })),
    status: stringEnum(STATUSES, { description: 'The status, which is also the column of the board.' }),
    priority: optional(stringEnum(PRIORITIES, { default: PRIORITY_DEFAULT })),
    dueDate: optional(dueDate),
    labels: optional(Type.Array(filledText(LABEL_MAX), { maxItems: LABELS_MAX })),
    checklistItems: optional(Type.Array(ref(ChecklistItemInput), { maxItems: CHECKLIST_MAX })),
  },
)
export type TaskInput = Static<typeof TaskInput>

export const TaskPage = component('TaskPage', 'A page of tasks.', pageProperties(Task, 'tasks'))

export const TaskSummary = component('TaskSummary', 'The number of tasks in total and per column.', {
  totalTasks: Type.Integer({ minimum: 0 }),
  todoTasks: Type.Integer({ minimum: 0 }),
  inProgressTasks: Type.Integer({ minimum: 0 }),
  doneTasks: Type.Integer({ minimum: 0 }),
})
export type TaskSummary = Static<typeof TaskSummary>

export const ReorderInput = component('ReorderInput', 'The target of a move.', {
  targetStatus: stringEnum(STATUSES, { description: 'The target column. It can be the current one.' }),
  targetIndex: wholeNumber(
    'The final position in the target column, starting at 0, after the task has left its old position. An index past the end means the end.',
  ),
})

export const TaskParams = Type.Object({ id: identifier('The id of the task.') })

export const TaskListQuery = Type.Object({
  ...pagingParameters('tasks'),
  status: Type.Optional(stringEnum(STATUSES, { description: 'Returns only tasks with this status.' })),
  priority: Type.Optional(stringEnum(PRIORITIES, { description: 'Returns only tasks with this priority.' })),
  search: Type.Optional(
    text({
      maxLength: SEARCH_MAX,
      description:
        'Returns only tasks with this text in the title, the description or a label. Case is ignored. There are no wildcards.',
    }),
  ),
  sort: Type.Optional(
    stringEnum(SORTS, {
      default: 'id',
      description:
        'The sort field. `status` and `priority` sort in the order of their enumerations, `title` sorts by code point. Tasks without a `dueDate` come last. Ties are broken by ascending `id`.',
    }),
  ),
  direction: Type.Optional(stringEnum(DIRECTIONS, { default: 'asc', description: 'The sort direction.' })),
})
