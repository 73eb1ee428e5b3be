import type { Fields } from '../../contract/bodies.js'
import { LABELS_MAX } from '../../contract/limits.js'
import { setCreatedAt } from '../../rooms/board/tasks.js'
import { defectsIn, override } from '../defect.js'
import { lengthOfColumn, readTask } from '../tasks.js'

const OPTIONAL = ['description', 'priority', 'dueDate', 'labels', 'checklistItems'] as const

/** PUT of a task. */
export const replace = defectsIn({ area: 'replace', operations: ['replaceTask'], quality: 'state' }, [
  {
    code: 'TB-039',
    name: 'put-ignores-status',
    title: 'PUT does not change the status.',
    rule: 'After a PUT, the task has the supplied status (specification, section 3).',
    check: 'replace/changes-status',
    severity: 'critical',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { status } = readTask(board, id)
      return api.replaceTask(board, id, { ...values, status }, now)
    }),
  },
  {
    code: 'TB-040',
    name: 'put-keeps-omitted-fields',
    title: 'PUT keeps the values of omitted optional fields.',
    rule: 'PUT replaces the task completely: omitted optional fields get their defaults (decision 19).',
    check: 'replace/omitted-priority',
    severity: 'critical',
    replace: (api, { request }) => ({
      replaceTask(board, id, values, now) {
        const body = request.body as Fields
        const { checklistItems, ...task } = readTask(board, id)
        const stored: Fields = { ...task, checklistItems: checklistItems.map(({ text, done }) => ({ text, done })) }
        const omitted = OPTIONAL.filter((field) => field in values && (body[field] ?? null) === null)
        const kept = Object.fromEntries(omitted.map((field) => [field, stored[field]]))
        return api.replaceTask(board, id, { ...values, ...kept }, now)
      },
    }),
  },
  {
    code: 'TB-041',
    name: 'put-keeps-updated-at',
    title: 'PUT does not change `updatedAt`.',
    rule: 'Every successful PUT refreshes `updatedAt` (specification, section 2).',
    check: 'replace/refreshes-updated-at',
    severity: 'major',
    replace: override('replaceTask', (api, board, id, values) => {
      const { updatedAt } = readTask(board, id)
      return api.replaceTask(board, id, values, updatedAt)
    }),
  },
  {
    code: 'TB-042',
    name: 'put-loses-attachments',
    title: 'PUT deletes the attachments of the task.',
    rule: 'Attachments stay when their task is replaced (specification, section 2).',
    check: 'replace/keeps-attachments',
    severity: 'critical',
    editions: ['current'],
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { attachments } = readTask(board, id)
      for (const attachment of attachments) api.deleteAttachment(board, id, attachment.id)
      return api.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-043',
    name: 'put-loses-comments',
    title: 'PUT deletes the comments of the task.',
    rule: 'Comments stay when their task is replaced (decision 19).',
    check: 'replace/keeps-comments',
    severity: 'critical',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { comments } = readTask(board, id)
      for (const comment of comments) api.deleteComment(board, id, comment.id)
      return api.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-044',
    name: 'put-merges-labels',
    title: 'PUT adds the labels to those of the task.',
    rule: 'PUT replaces the task completely (specification, section 4).',
    check: 'replace/changes-labels',
    severity: 'major',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const { labels } = readTask(board, id)
      const merged = [...labels, ...(values.labels ?? []).filter((label) => !labels.includes(label))]
      return api.replaceTask(board, id, { ...values, labels: merged.slice(0, LABELS_MAX) }, now)
    }),
  },
  {
    code: 'TB-045',
    name: 'put-moves-to-end',
    title: 'PUT moves the task to the end of its column, even if the status stays the same.',
    rule: 'A task that keeps its status keeps its place (decision 19).',
    check: 'ordering/replace-keeps-place',
    quality: 'order',
    severity: 'minor',
    editions: ['current'],
    replace: override('replaceTask', (api, board, id, values, now) => {
      const task = api.replaceTask(board, id, values, now)
      const last = lengthOfColumn(board, task.status) - 1
      return task.sortOrder === last ? task : api.moveTask(board, id, task.status, last, now)
    }),
  },
  {
    code: 'TB-046',
    name: 'put-renews-checklist-ids',
    title: 'PUT gives all checklist items new ids.',
    rule: 'A checklist item whose text matches an existing item keeps its id (specification, section 2).',
    check: 'checklist/same-text-keeps-id',
    severity: 'major',
    editions: ['current'],
    replace: override('replaceTask', (api, board, id, values, now) => {
      const texts = new Set(values.checklistItems?.map(({ text }) => text))
      const { checklistItems } = readTask(board, id)
      const isKept = checklistItems.some(({ text }) => texts.has(text))
      if (isKept) api.replaceTask(board, id, { ...values, checklistItems: [] }, now)
      return api.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-047',
    name: 'put-resets-created-at',
    title: 'PUT sets `createdAt` to the time of the request.',
    rule: 'PUT keeps `createdAt` (specification, section 2).',
    check: 'replace/keeps-created-at',
    severity: 'major',
    replace: override('replaceTask', (api, board, id, values, now) => {
      const task = api.replaceTask(board, id, values, now)
      setCreatedAt(board, id, task.updatedAt)
      return { ...task, createdAt: task.updatedAt }
    }),
  },
])
