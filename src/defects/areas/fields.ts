import { type Fields, tasksIn } from '../bodies.js'
import { defectsIn } from '../defect.js'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The fields of a task. */
export const fields = defectsIn({ area: 'fields' }, [
  {
    code: 'TB-033',
    name: 'default-priority-is-low',
    title: 'A new task without a priority gets `LOW`.',
    rule: 'The default of `priority` is `MEDIUM` (specification, section 2).',
    exposedBy: '`POST /tasks` without a priority.',
    quality: 'body',
    severity: 'major',
    difficulty: 'easy',
    operations: ['createTask'],
    beforeHandler({ request }) {
      const body = request.body as Fields
      body.priority ??= 'LOW'
    },
  },
  {
    code: 'TB-034',
    name: 'labels-sorted',
    title: 'Labels are sorted, and duplicates are removed.',
    rule: 'The order and the duplicates of labels are preserved (decision 9).',
    exposedBy: '`POST /tasks` with `"labels": ["b", "a", "b"]`.',
    quality: 'body',
    severity: 'minor',
    difficulty: 'medium',
    operations: ['createTask', 'replaceTask'],
    beforeHandler({ request }) {
      const body = request.body as Fields
      if (Array.isArray(body.labels)) body.labels = [...new Set(body.labels)].sort()
    },
  },
  {
    code: 'TB-035',
    name: 'missing-description-is-empty',
    title: 'A task without a description has an empty text instead of `null`.',
    rule: 'An absent `description` is `null` (decision 17).',
    exposedBy: '`POST /tasks` without a description.',
    quality: 'body',
    severity: 'minor',
    difficulty: 'easy',
    operations: ['createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    beforeSend({ body }) {
      for (const task of tasksIn(body)) task.description ??= ''
    },
  },
  {
    code: 'TB-036',
    name: 'text-escaped',
    title: 'Titles and descriptions are escaped as in HTML: `<` becomes `&lt;`.',
    rule: 'Text is stored exactly as sent: it is not escaped (decision 8).',
    exposedBy: '`POST /tasks` with `"title": "a < b & c"`.',
    quality: 'body',
    severity: 'major',
    difficulty: 'medium',
    operations: ['createTask', 'replaceTask'],
    beforeHandler({ request }) {
      const body = request.body as Fields
      for (const field of ['title', 'description']) {
        const text = body[field]
        if (typeof text === 'string') body[field] = text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
      }
    },
  },
  {
    code: 'TB-037',
    name: 'timestamps-with-milliseconds',
    title: 'The timestamps of tasks have milliseconds.',
    rule: 'Timestamps have the format `YYYY-MM-DDTHH:mm:ssZ` (specification, section 2).',
    exposedBy: '`POST /tasks`; check the format of `createdAt`.',
    quality: 'body',
    severity: 'minor',
    difficulty: 'medium',
    operations: ['createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    beforeSend({ body }) {
      for (const task of tasksIn(body)) {
        for (const field of ['createdAt', 'updatedAt']) task[field] = String(task[field]).replace(/Z$/, '.000Z')
      }
    },
  },
  {
    code: 'TB-038',
    name: 'title-trimmed',
    title: 'White space around a title is removed.',
    rule: 'Text is stored exactly as sent: it is not trimmed (decision 8).',
    exposedBy: '`POST /tasks` with `"title": " Buy milk "`.',
    quality: 'body',
    severity: 'minor',
    difficulty: 'hard',
    operations: ['createTask', 'replaceTask'],
    beforeHandler({ request }) {
      const body = request.body as Fields
      body.title = String(body.title).trim()
    },
  },
])
