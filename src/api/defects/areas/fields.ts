import { changeFields, changeInput, tasksOf } from '../change-fields.js'
import { type Defect, defectsIn } from '../defect.js'

/** The length of a day in milliseconds. */
const DAY = 86_400_000

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The fields of a task. */
export const fields = defectsIn({ area: 'fields' })({
  'TB-033 default-priority-is-low | major body | createTask': {
    title: 'A new task without a priority gets `LOW`.',
    rule: 'The default of `priority` is `MEDIUM` (specification, section 2).',
    beforeHandler: changeInput(({ priority }) => ({ priority: priority ?? 'LOW' })),
  },
  'TB-113 due-date-previous-day | critical state, current edition | createTask, replaceTask': {
    title: 'A due date is stored as the day before, as with a conversion between time zones.',
    rule: '`dueDate` is stored as sent (specification, section 2).',
    beforeHandler: changeInput(({ dueDate }) => {
      if (typeof dueDate !== 'string') return false
      const previous = new Date(Date.parse(dueDate) - DAY).toISOString().slice(0, 10)
      // There is no day before the first one.
      return !previous.startsWith('-') && { dueDate: previous }
    }),
  },
  'TB-114 due-date-with-time | major body, current edition': {
    title: 'A due date has a time: `2026-04-30T00:00:00Z`.',
    rule: '`dueDate` is a date without a time (specification, section 2).',
    operations: ['createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    beforeSend: changeFields(tasksOf, ({ dueDate }) => dueDate !== null && { dueDate: `${dueDate}T00:00:00Z` }),
  },
  'TB-034 labels-sorted | minor body | createTask, replaceTask': {
    title: 'Labels are sorted, and duplicates are removed.',
    rule: 'The order and the duplicates of labels are preserved (decision 9).',
    beforeHandler: changeInput(({ labels }) => Array.isArray(labels) && { labels: [...new Set(labels)].sort() }),
  },
  'TB-035 missing-description-is-empty | minor body | createTask, getTask, listTasks, replaceTask, reorderTask': {
    title: 'A task without a description has an empty string instead of `null`.',
    rule: 'An absent `description` is `null` (decision 17).',
    beforeSend: changeFields(tasksOf, ({ description }) => ({ description: description ?? '' })),
  },
  'TB-115 missing-labels-are-null | major body | createTask, getTask, listTasks, replaceTask, reorderTask': {
    title: 'A task without labels has `null` instead of an empty list.',
    rule: 'An absent `labels` is `[]` (decision 17).',
    beforeSend: changeFields(tasksOf, ({ labels }) => (labels as string[]).length === 0 && { labels: null }),
  },
  'TB-116 text-composed | minor state | createTask, replaceTask': {
    title: 'Titles and descriptions are normalised: a letter and its accent become one character.',
    rule: 'Text is stored exactly as sent: it is not normalised (decision 8).',
    beforeHandler: changeTexts((text) => text.normalize('NFC')),
  },
  'TB-036 text-escaped | major body | createTask, replaceTask': {
    title: 'Titles and descriptions are escaped as in HTML: `<` becomes `&lt;`.',
    rule: 'Text is stored exactly as sent: it is not escaped (decision 8).',
    beforeHandler: changeTexts((text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')),
  },
  'TB-037 timestamps-with-milliseconds | minor body | createTask, getTask, listTasks, replaceTask, reorderTask': {
    title: 'The timestamps of tasks have milliseconds.',
    rule: 'Timestamps have the format `YYYY-MM-DDTHH:mm:ssZ` (specification, section 2).',
    beforeSend: changeFields(tasksOf, ({ createdAt, updatedAt }) => ({
      createdAt: String(createdAt).replace(/Z$/, '.000Z'),
      updatedAt: String(updatedAt).replace(/Z$/, '.000Z'),
    })),
  },
  'TB-038 title-trimmed | minor body | createTask, replaceTask': {
    title: 'White space around a title is removed.',
    rule: 'Text is stored exactly as sent: it is not trimmed (decision 8).',
    beforeHandler: changeInput(({ title }) => ({ title: String(title).trim() })),
  },
})

/** Returns the hook of a defect that changes the title and the description in a request. */
function changeTexts(change: (text: string) => string): NonNullable<Defect['beforeHandler']> {
  return changeInput(({ title, description }) => ({
    title: change(String(title)),
    ...(typeof description === 'string' && { description: change(description) }),
  }))
}
