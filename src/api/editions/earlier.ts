import { type Static, Type } from '@sinclair/typebox'
import * as auth from '../../contract/schemas/auth.js'
import { component, optional, ref } from '../../contract/schemas/builders.js'
import * as comment from '../../contract/schemas/comment.js'
import { componentsOf } from '../../contract/schemas/components.js'
import { type Direction, type Priority, type Sort, STATUSES } from '../../contract/schemas/enumerations.js'
import * as error from '../../contract/schemas/error.js'
import { readPaging } from '../../contract/schemas/paging.js'
import * as task from '../../contract/schemas/task.js'
import { filledText, stringEnum, text } from '../../contract/schemas/values.js'
import { current } from './current.js'
import type { Edition } from './edition.js'
import { parseInTurn } from './parse-in-turn.js'

const TITLE_MAX = 200
const DESCRIPTION_MAX = 1000
const STATUS_DEFAULT = 'TODO'

/** The sort fields. Sorting by a hidden field is not possible. */
const SORTS = ['id', 'title', 'status', 'priority', 'createdAt', 'updatedAt'] as const satisfies readonly Sort[]

/** The priorities that the summary counts. */
const COUNTED_PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const satisfies readonly Priority[]

const Task = Type.Omit(task.Task, ['dueDate', 'sortOrder', 'checklistItems', 'attachments'], { $id: 'Task' })

const TaskInput = component('TaskInput', task.TaskInput.description as string, {
  ...Type.Omit(task.TaskInput, ['dueDate', 'checklistItems']).properties,
  title: filledText(TITLE_MAX),
  description: optional(text({ maxLength: DESCRIPTION_MAX })),
  status: optional(
    stringEnum(STATUSES, {
      default: STATUS_DEFAULT,
      description: 'The status, which is also the column of the board.',
    }),
  ),
})

const TaskListQuery = Type.Object({
  ...Type.Omit(task.TaskListQuery, ['sort', 'direction']).properties,
  sort: Type.Optional(
    stringEnum(
      SORTS.flatMap((field) => [field, `${field},asc`, `${field},desc`]),
      {
        default: 'id',
        description:
          'The sort field and the direction, separated by a comma. The default direction is `asc`. `status` and `priority` sort in the order of their enumerations, `title` sorts by code point. Ties are broken by ascending `id`.',
      },
    ),
  ),
})

const count = Type.Integer({ minimum: 0 })
const StatusCounts = component(
  'StatusCounts',
  'The number of tasks with each status.',
  Object.fromEntries(STATUSES.map((status) => [status, count])),
)
const PriorityCounts = component(
  'PriorityCounts',
  'The number of tasks with each of these priorities.',
  Object.fromEntries(COUNTED_PRIORITIES.map((priority) => [priority, count])),
)
const TaskSummary = component(
  'TaskSummary',
  'The number of tasks in total, by status and by priority. Tasks with the priority `URGENT` count only in `total` and `byStatus`.',
  { total: count, byStatus: ref(StatusCounts), byPriority: ref(PriorityCounts) },
)

const Session = Type.Pick(auth.Session, ['token', 'username', 'expiresIn'], { $id: 'Session' })
const RefreshedSession = Type.Pick(auth.RefreshedSession, ['token', 'expiresIn'], { $id: 'RefreshedSession' })

/** The earlier edition: the last table of the specification, section 9. Everything else is as in the current edition. */
export const earlier: Edition = {
  ...current,
  name: 'earlier',
  titleSuffix: ' (earlier edition)',
  hasWorkflows: false,
  deprecation: { since: new Date('2026-11-25T00:00:00Z'), sunset: new Date('2031-12-31T23:59:59Z') },
  limits: { title: TITLE_MAX, description: DESCRIPTION_MAX },
  operationsOf: (variant) => (variant === 'buggy' ? ['tasks', 'comments'] : ['tasks', 'deleteAll', 'comments']),
  components: [
    Task,
    TaskInput,
    task.TaskPage,
    TaskSummary,
    StatusCounts,
    PriorityCounts,
    ...componentsOf(comment, error),
  ],
  tasks: {
    listQuery: TaskListQuery,
    toQuery({ sort = 'id', status, priority, search, ...query }: Static<typeof TaskListQuery>) {
      const [field, direction = 'asc'] = sort.split(',') as [Sort, Direction?]
      return { ...readPaging(query), sort: field, direction, status, priority, search }
    },
    // The fields that the edition does not have were not validated.
    toInput: (body) => ({ ...body, dueDate: null, checklistItems: null, status: body.status ?? STATUS_DEFAULT }),
    toReplaced: ({ dueDate: _dueDate, checklistItems: _checklistItems, ...shown }) => shown,
    // The serialiser leaves out the fields that are not in the schema.
    parse: parseInTurn,
    async summarize(store, board) {
      const { byStatus, byPriority } = await store.countByPriority(board)
      return { total: Object.values(byStatus).reduce((sum, tasks) => sum + tasks), byStatus, byPriority }
    },
  },
  auth: {
    components: [Session, RefreshedSession, auth.LoginRequest, auth.LogoutConfirmation, auth.CurrentUser],
    refreshWith: 'accessToken',
    challenges: true,
  },
}
