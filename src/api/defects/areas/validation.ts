import type { FastifyRequest } from 'fastify'
import { FilesMissing, ValidationFailed } from '../../../contract/errors.js'
import {
  CHECKLIST_TEXT_MAX,
  COMMENT_MAX,
  DESCRIPTION_MAX,
  LABEL_MAX,
  LABELS_MAX,
  PAGE_SIZE_MAX,
  TITLE_MAX,
} from '../../../contract/limits.js'
import { type Fields, isObject } from '../../../contract/parse.js'
import { SORTS, STATUSES } from '../../../contract/schemas/enumerations.js'
import { isStorable } from '../../../http/validation.js'
import { changeInput } from '../change-fields.js'
import { type Defect, defectsIn, override } from '../defect.js'
import { changeMove, lengthOfColumn, readTask } from '../tasks.js'

/** The validation of requests. */
export const validation = defectsIn({ area: 'validation', operations: ['createTask', 'replaceTask'] })({
  'TB-011 blank-comment-accepted | minor status | createComment, updateComment': {
    title: 'Comments that are empty or consist of white space are accepted.',
    rule: 'A comment has at least one character that is not white space (decisions 8 and 9).',
    ...acceptTexts('text', (text) => /^\s*$/.test(text) && lengthOf(text) <= COMMENT_MAX),
  },
  'TB-012 blank-title-accepted | minor status': {
    title: 'Titles that consist of white space are accepted.',
    rule: 'A title has at least one character that is not white space (decision 8).',
    ...acceptTexts('title', (title) => /^\s+$/.test(title) && lengthOf(title) <= TITLE_MAX),
  },
  'TB-013 checklist-text-too-long-accepted | minor limits, current edition': {
    title: 'Checklist texts of 201 to 400 characters are accepted.',
    rule: 'The text of a checklist item has 1 to 200 characters (specification, section 8).',
    ...acceptTexts(
      'text',
      (text) => isTooLong(text, CHECKLIST_TEXT_MAX) && /\S/.test(text),
      ({ checklistItems }) => (Array.isArray(checklistItems) ? checklistItems : []),
    ),
  },
  'TB-014 description-too-long-accepted | major limits, current edition': {
    title: 'Descriptions of 501 to 1,000 characters are accepted.',
    rule: 'A description has at most 500 characters (specification, section 8).',
    ...acceptTexts('description', (description) => isTooLong(description, DESCRIPTION_MAX)),
  },
  'TB-015 due-date-rolls-over | minor status, current edition': {
    title: 'A day that does not exist is accepted: `2026-02-30` becomes `2026-03-02`.',
    rule: '`dueDate` is a valid calendar day (decision 10).',
    beforeValidation: changeInput(({ dueDate }) => {
      const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(String(dueDate)) ?? []
      if (year === undefined) return false
      // `Date.UTC` reads the years 0 to 99 as those of the twentieth century.
      const date = new Date(`${year}-${month}-01T00:00:00Z`)
      date.setUTCDate(Number(day))
      return { dueDate: date.toISOString().slice(0, 10) }
    }),
  },
  'TB-016 longest-title-refused | minor limits, current edition': {
    title: 'Titles of exactly 100 characters are refused.',
    rule: 'A title has 1 to 100 characters (specification, section 8).',
    beforeHandler({ request }) {
      if (lengthOf(String((request.body as Fields).title)) !== TITLE_MAX) return
      throw new ValidationFailed({ title: 'Title is required and must be between 1 and 100 characters' })
    },
  },
  'TB-017 missing-status-accepted | major status, current edition': {
    title: 'A task without a status is accepted and gets the status `TODO`.',
    rule: 'The status is required (specification, section 2).',
    beforeValidation: changeInput(({ status }) => ({ status: status ?? STATUSES[0] })),
  },
  'TB-018 negative-index-accepted | minor status, current edition | reorderTask': {
    title: 'A negative `targetIndex` is treated as 0.',
    rule: 'A negative `targetIndex` is 400 (decision 20).',
    beforeValidation: changeInput(
      ({ targetIndex: index }) => Number.isInteger(index) && Number(index) < 0 && { targetIndex: 0 },
    ),
  },
  'TB-019 negative-page-accepted | minor status | listTasks': {
    title: 'A negative page number is treated as 0.',
    rule: 'A negative page number is 400 (decision 12).',
    beforeValidation: changeInput(({ page }) => /^-[1-9]\d*$/.test(String(page)) && { page: '0' }, 'query'),
  },
  'TB-020 number-as-title-accepted | minor status': {
    title: 'A number as the title is accepted and converted to text.',
    rule: 'Values in a JSON body are not converted: `"title": 5` is 400 (decision 5).',
    beforeValidation: changeInput(({ title }) => typeof title === 'number' && { title: String(title) }),
  },
  'TB-021 page-size-clamped | minor limits | listTasks': {
    title: 'A page size over 100 is treated as 100.',
    rule: 'A page size over 100 is 400 (decision 12).',
    beforeValidation: changeInput(
      ({ size }) => /^[1-9]\d*$/.test(String(size)) && { size: String(Math.min(Number(size), PAGE_SIZE_MAX)) },
      'query',
    ),
  },
  'TB-022 title-too-long-accepted | major limits, current edition': {
    title: 'Titles of 101 to 200 characters are accepted.',
    rule: 'A title has 1 to 100 characters (specification, section 8).',
    ...acceptTexts('title', (title) => isTooLong(title, TITLE_MAX) && /\S/.test(title)),
  },
  'TB-023 unknown-sort-ignored | minor status | listTasks': {
    title: 'An unknown sort field is ignored.',
    rule: 'An unknown sort field is 400 (decision 12).',
    beforeValidation: changeInput(({ sort }) => isOutside(SORTS, sort) && { sort: undefined }, 'query'),
  },
  'TB-024 unknown-status-accepted | major status': {
    title: 'An unknown status is accepted and becomes `TODO`.',
    rule: 'A status is `TODO`, `IN_PROGRESS` or `DONE` (specification, section 2).',
    beforeValidation: changeInput(({ status }) => isOutside(STATUSES, status) && { status: STATUSES[0] }),
  },
  'TB-127 comment-too-long-accepted | minor limits | createComment, updateComment': {
    title: 'Comments of 1,001 to 2,000 characters are accepted.',
    rule: 'A comment has at most 1,000 characters (decision 9).',
    ...acceptTexts('text', (text) => isTooLong(text, COMMENT_MAX) && /\S/.test(text)),
  },
  'TB-128 empty-file-refused | minor limits, current edition | uploadAttachments': {
    title: 'Files of 0 bytes are refused.',
    rule: 'An empty file is accepted (decision 25).',
    replace: override('addAttachments', (api, board, taskId, files, now) => {
      readTask(board, taskId)
      if (files.some(({ bytes }) => bytes.length === 0)) throw new FilesMissing()
      return api.addAttachments(board, taskId, files, now)
    }),
  },
  'TB-129 index-past-end-refused | minor limits, current edition | reorderTask': {
    title: 'A `targetIndex` past the end of the column is refused.',
    rule: 'A `targetIndex` past the end means the end (decision 20).',
    replace: changeMove(({ status, index }, _task, board) => {
      if (index <= lengthOfColumn(board, status)) return false
      throw new ValidationFailed({ targetIndex: 'Target index must be a position in the column' })
    }),
  },
  'TB-130 too-many-labels-accepted | minor limits': {
    title: 'Tasks with more than 10 labels are accepted, and the first 11 labels are stored.',
    rule: 'A task has at most 10 labels (decision 9).',
    ...hideFromValidation((body) => {
      // The reader of the body has cut what follows the eleventh label.
      const surplus = Array.isArray(body.labels) ? body.labels.slice(LABELS_MAX) : []
      if (surplus.length === 0 || !surplus.every(isLabel)) return undefined
      const labels = (body.labels as string[]).slice(0, LABELS_MAX)
      body.labels = labels
      return () => labels.push(...surplus)
    }),
  },
})

/** Whether a value is a string, but none of an enumeration. */
function isOutside(enumeration: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && !enumeration.includes(value)
}

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && lengthOf(value) <= LABEL_MAX && isStorable(value)
}

/**
 * Returns the hooks that hide a part of a body from the validation, and restore it before the handler runs.
 *
 * @param hide changes a body. It returns the function that restores it, if it has hidden something.
 */
function hideFromValidation(
  hide: (body: Fields) => (() => unknown) | undefined,
): Pick<Defect, 'beforeValidation' | 'beforeHandler'> {
  const hidden = new WeakMap<FastifyRequest, () => unknown>()
  return {
    beforeValidation({ request }) {
      const restore = isObject(request.body) ? hide(request.body) : undefined
      if (restore !== undefined) hidden.set(request, restore)
    },
    beforeHandler: ({ request }) => void hidden.get(request)?.(),
  }
}

/**
 * Returns the hooks that accept invalid texts in a field.
 *
 * @param select returns the objects in the body that have the field. By default, this is the body itself.
 */
function acceptTexts(
  field: string,
  isAccepted: (text: string) => boolean,
  select: (body: Fields) => unknown[] = (body) => [body],
) {
  return hideFromValidation((body) => {
    const accepted = select(body)
      .filter(isObject)
      .flatMap((owner) => {
        const { [field]: text } = owner
        return typeof text === 'string' && isStorable(text) && isAccepted(text) ? { owner, text } : []
      })
    for (const { owner } of accepted) owner[field] = 'valid'
    return () => {
      for (const { owner, text } of accepted) owner[field] = text
    }
  })
}

/** Whether a text is too long, but has at most twice the allowed length. */
function isTooLong(text: string, max: number): boolean {
  const length = lengthOf(text)
  return length > max && length <= 2 * max
}

/** Returns the number of code points of a text (decision 8). */
function lengthOf(text: string): number {
  return [...text].length
}
