import { LABELS_MAX } from '../../../contract/limits.js'
import type { Fields } from '../../../contract/parse.js'
import type { Task } from '../../../contract/schemas/task.js'
import { setCreatedAt } from '../../../rooms/board/tasks.js'
import type { TaskValues } from '../../../rooms/board/values.js'
import { defectsIn, override, type ReplaceOperations } from '../defect.js'
import { lengthOfColumn, readTask } from '../tasks.js'

const OPTIONAL = ['description', 'priority', 'dueDate', 'labels', 'checklistItems'] as const

/** PUT of a task. */
export const replace = defectsIn({ area: 'replace', operations: ['replaceTask'] })({
  'TB-039 put-ignores-status | critical state': {
    title: 'PUT does not change the status.',
    rule: 'After a PUT, the task has the supplied status (specification, section 3).',
    replace: changeValues((_values, { status }) => ({ status })),
  },
  'TB-040 put-keeps-omitted-fields | critical state': {
    title: 'PUT keeps the values of omitted optional fields.',
    rule: 'PUT replaces the task completely: omitted optional fields get their defaults (decision 19).',
    replace: changeValues((values, task, body) => {
      const checklistItems = task.checklistItems.map(({ text, done }) => ({ text, done }))
      const stored: Fields = { ...task, checklistItems }
      const omitted = OPTIONAL.filter((field) => field in values && (body[field] ?? null) === null)
      return Object.fromEntries(omitted.map((field) => [field, stored[field]]))
    }),
  },
  'TB-041 put-keeps-updated-at | major state': {
    title: 'PUT does not change `updatedAt`.',
    rule: 'Every successful PUT refreshes `updatedAt` (specification, section 2).',
    replace: override('replaceTask', (api, board, id, values) =>
      api.replaceTask(board, id, values, readTask(board, id).updatedAt),
    ),
  },
  'TB-042 put-loses-attachments | critical state, current edition': {
    title: 'PUT deletes the attachments of the task.',
    rule: 'Attachments stay when their task is replaced (specification, section 2).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { attachments } = readTask(board, id)
      for (const attachment of attachments) api.deleteAttachment(board, id, attachment.id)
      return api.replaceTask(board, id, values, now)
    }),
  },
  'TB-043 put-loses-comments | critical state': {
    title: 'PUT deletes the comments of the task.',
    rule: 'Comments stay when their task is replaced (decision 19).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { comments } = readTask(board, id)
      for (const comment of comments) api.deleteComment(board, id, comment.id)
      return api.replaceTask(board, id, values, now)
    }),
  },
  'TB-044 put-merges-labels | major state': {
    title: 'PUT adds the labels to those of the task.',
    rule: 'PUT replaces the task completely (specification, section 4).',
    replace: changeValues(({ labels = [] }, task) => ({
      labels: [...task.labels, ...labels.filter((label) => !task.labels.includes(label))].slice(0, LABELS_MAX),
    })),
  },
  'TB-045 put-moves-to-end | minor order, current edition': {
    title: 'PUT moves the task to the end of its column, even if the status stays the same.',
    rule: 'A task that keeps its status keeps its place (decision 19).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const task = api.replaceTask(board, id, values, now)
      const last = lengthOfColumn(board, task.status) - 1
      return task.sortOrder === last ? task : api.moveTask(board, id, task.status, last, now)
    }),
  },
  'TB-046 put-renews-checklist-ids | major state, current edition': {
    title: 'PUT gives all checklist items new ids.',
    rule: 'A checklist item whose text matches an existing item keeps its id (specification, section 2).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const texts = new Set(values.checklistItems?.map(({ text }) => text))
      const { checklistItems } = readTask(board, id)
      const isKept = checklistItems.some(({ text }) => texts.has(text))
      if (isKept) api.replaceTask(board, id, { ...values, checklistItems: [] }, now)
      return api.replaceTask(board, id, values, now)
    }),
  },
  'TB-047 put-resets-created-at | major state': {
    title: 'PUT sets `createdAt` to the time of the request.',
    rule: 'PUT keeps `createdAt` (specification, section 2).',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const task = api.replaceTask(board, id, values, now)
      setCreatedAt(board, id, task.updatedAt)
      return { ...task, createdAt: task.updatedAt }
    }),
  },
})

/**
 * Returns the operation of a defect that changes values of a PUT.
 *
 * @param change returns the values that change. It also gets the body of the request.
 */
function changeValues(
  change: (values: Partial<TaskValues>, task: Task, body: Fields) => Partial<TaskValues>,
): ReplaceOperations {
  return (api, { request }) => ({
    replaceTask(board, id, values, now) {
      const changed = change(values, readTask(board, id), request.body as Fields)
      return api.replaceTask(board, id, { ...values, ...changed }, now)
    },
  })
}
