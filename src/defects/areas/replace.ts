import type { Fields } from '../../contract/bodies.js'
import { LABELS_MAX } from '../../contract/limits.js'
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
    store: override('replaceTask', async (store, board, id, values, now) => {
      const { status } = await readTask(store, board, id)
      return store.replaceTask(board, id, { ...values, status }, now)
    }),
  },
  {
    code: 'TB-040',
    name: 'put-keeps-omitted-fields',
    title: 'PUT keeps the values of omitted optional fields.',
    rule: 'PUT replaces the task completely: omitted optional fields get their defaults (decision 19).',
    check: 'replace/omitted-priority',
    severity: 'critical',
    store: (store, { request }) => ({
      async replaceTask(board, id, values, now) {
        const body = request.body as Fields
        const { checklistItems, ...task } = await readTask(store, board, id)
        const stored: Fields = { ...task, checklistItems: checklistItems.map(({ text, done }) => ({ text, done })) }
        const omitted = OPTIONAL.filter((field) => field in values && (body[field] ?? null) === null)
        const kept = Object.fromEntries(omitted.map((field) => [field, stored[field]]))
        return store.replaceTask(board, id, { ...values, ...kept }, now)
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
    store: override('replaceTask', async (store, board, id, values) => {
      const { updatedAt } = await readTask(store, board, id)
      return store.replaceTask(board, id, values, updatedAt)
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
    store: override('replaceTask', async (store, board, id, values, now) => {
      const { attachments } = await readTask(store, board, id)
      for (const attachment of attachments) await store.deleteAttachment(board, id, attachment.id)
      return store.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-043',
    name: 'put-loses-comments',
    title: 'PUT deletes the comments of the task.',
    rule: 'Comments stay when their task is replaced (decision 19).',
    check: 'replace/keeps-comments',
    severity: 'critical',
    store: override('replaceTask', async (store, board, id, values, now) => {
      const { comments } = await readTask(store, board, id)
      for (const comment of comments) await store.deleteComment(board, id, comment.id)
      return store.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-044',
    name: 'put-merges-labels',
    title: 'PUT adds the labels to those of the task.',
    rule: 'PUT replaces the task completely (specification, section 4).',
    check: 'replace/changes-labels',
    severity: 'major',
    store: override('replaceTask', async (store, board, id, values, now) => {
      const { labels } = await readTask(store, board, id)
      const merged = [...labels, ...(values.labels ?? []).filter((label) => !labels.includes(label))]
      return store.replaceTask(board, id, { ...values, labels: merged.slice(0, LABELS_MAX) }, now)
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
    store: override('replaceTask', async (store, board, id, values, now) => {
      const task = await store.replaceTask(board, id, values, now)
      const last = (await lengthOfColumn(store, board, task.status)) - 1
      return task.sortOrder === last ? task : store.moveTask(board, id, task.status, last, now)
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
    store: override('replaceTask', async (store, board, id, values, now) => {
      const texts = new Set(values.checklistItems?.map(({ text }) => text))
      const { checklistItems } = await readTask(store, board, id)
      const isKept = checklistItems.some(({ text }) => texts.has(text))
      if (isKept) await store.replaceTask(board, id, { ...values, checklistItems: [] }, now)
      return store.replaceTask(board, id, values, now)
    }),
  },
  {
    code: 'TB-047',
    name: 'put-resets-created-at',
    title: 'PUT sets `createdAt` to the time of the request.',
    rule: 'PUT keeps `createdAt` (specification, section 2).',
    check: 'replace/keeps-created-at',
    severity: 'major',
    store: override('replaceTask', async (store, board, id, values, now) => {
      const task = await store.replaceTask(board, id, values, now)
      await store.setCreatedAt(board, id, task.updatedAt)
      return { ...task, createdAt: task.updatedAt }
    }),
  },
])
