import { FilesMissing, ValidationFailed } from '../../contract/errors.js'
import { COMMENT_MAX, LABEL_MAX, LABELS_MAX } from '../../contract/limits.js'
import { acceptValues, hideFromValidation, isStorable, isTooLong, lengthOf } from '../accept-values.js'
import { defectsIn, override } from '../defect.js'
import { changeMove, lengthOfColumn, readTask } from '../tasks.js'

/** Limits that are wrong. */
export const limits = defectsIn({ area: 'validation', quality: 'limits', severity: 'minor' }, [
  {
    code: 'TB-127',
    name: 'comment-too-long-accepted',
    title: 'Comments of 1,001 to 2,000 characters are accepted.',
    rule: 'A comment has at most 1,000 characters (decision 9).',
    operations: ['createComment', 'updateComment'],
    ...acceptValues('text', (text) => isTooLong(text, COMMENT_MAX) && /\S/.test(text)),
  },
  {
    code: 'TB-128',
    name: 'empty-file-refused',
    title: 'Files of 0 bytes are refused.',
    rule: 'An empty file is accepted (decision 25).',
    editions: ['current'],
    operations: ['uploadAttachments'],
    replace: override('addAttachments', (api, board, taskId, files, now) => {
      readTask(board, taskId)
      if (files.some(({ bytes }) => bytes.length === 0)) throw new FilesMissing()
      return api.addAttachments(board, taskId, files, now)
    }),
  },
  {
    code: 'TB-129',
    name: 'index-past-end-refused',
    title: 'A `targetIndex` past the end of the column is refused.',
    rule: 'A `targetIndex` past the end means the end (decision 20).',
    editions: ['current'],
    operations: ['reorderTask'],
    replace: changeMove(({ status, index }, _task, board) => {
      if (index <= lengthOfColumn(board, status)) return false
      throw new ValidationFailed({ targetIndex: 'Target index must be a position in the column' })
    }),
  },
  {
    code: 'TB-130',
    name: 'too-many-labels-accepted',
    title: 'Tasks with more than 10 labels are accepted, and the first 11 labels are stored.',
    rule: 'A task has at most 10 labels (decision 9).',
    operations: ['createTask', 'replaceTask'],
    ...hideFromValidation((body) => {
      // The reader of the body has cut what follows the eleventh label.
      const surplus = Array.isArray(body.labels) ? body.labels.slice(LABELS_MAX) : []
      if (surplus.length === 0 || !surplus.every(isLabel)) return undefined
      body.labels = (body.labels as string[]).slice(0, LABELS_MAX)
      return (validated) => (validated.labels as string[]).push(...surplus)
    }),
  },
])

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && lengthOf(value) <= LABEL_MAX && isStorable(value)
}
