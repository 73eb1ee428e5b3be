import type { FastifyRequest } from 'fastify'
import { type Fields, isObject } from '../../contract/bodies.js'
import { FilesMissing, ValidationFailed } from '../../contract/errors.js'
import { COMMENT_MAX, LABEL_MAX, LABELS_MAX } from '../../contract/limits.js'
import { acceptValues, isStorable, lengthOf } from '../accept-values.js'
import { defectsIn, override } from '../defect.js'
import { lengthOfColumn, readTask } from '../tasks.js'

/** The labels of a request that the validation does not see. */
const surplus = new WeakMap<FastifyRequest, string[]>()

/** Limits that are wrong. */
export const limits = defectsIn({ area: 'validation', quality: 'limits', severity: 'minor' }, [
  {
    code: 'TB-127',
    name: 'comment-too-long-accepted',
    title: 'Comments of 1,001 to 2,000 characters are accepted.',
    rule: 'A comment has at most 1,000 characters (decision 9).',
    check: 'comments/create-text-too-long',
    operations: ['createComment', 'updateComment'],
    ...acceptValues('text', (text) => {
      const length = lengthOf(text)
      return length > COMMENT_MAX && length <= 2 * COMMENT_MAX && /\S/.test(text)
    }),
  },
  {
    code: 'TB-128',
    name: 'empty-file-refused',
    title: 'Files of 0 bytes are refused.',
    rule: 'An empty file is accepted (decision 25).',
    check: 'attachments/empty-file',
    editions: ['current'],
    operations: ['uploadAttachments'],
    replace: override('addAttachments', (api, board, taskId, files, now) => {
      readTask(board, taskId)
      if (files.some(({ fileSizeBytes }) => fileSizeBytes === 0)) throw new FilesMissing()
      return api.addAttachments(board, taskId, files, now)
    }),
  },
  {
    code: 'TB-129',
    name: 'index-past-end-refused',
    title: 'A `targetIndex` past the end of the column is refused.',
    rule: 'A `targetIndex` past the end means the end (decision 20).',
    check: 'ordering/index-past-end',
    editions: ['current'],
    operations: ['reorderTask'],
    replace: override('moveTask', (api, board, id, targetStatus, targetIndex, now) => {
      readTask(board, id)
      if (targetIndex > lengthOfColumn(board, targetStatus)) {
        throw new ValidationFailed({ targetIndex: 'Target index must be a position in the column' })
      }
      return api.moveTask(board, id, targetStatus, targetIndex, now)
    }),
  },
  {
    code: 'TB-130',
    name: 'too-many-labels-accepted',
    title: 'Tasks with more than 10 labels are accepted, and the first 11 labels are stored.',
    rule: 'A task has at most 10 labels (decision 9).',
    check: 'validation/labels-too-many',
    operations: ['createTask', 'replaceTask'],
    beforeValidation(request) {
      const { body } = request
      // The reader of the body has cut what follows the eleventh label.
      if (!isObject(body) || !Array.isArray(body.labels)) return
      const hidden = body.labels.slice(LABELS_MAX)
      if (hidden.length === 0 || !hidden.every(isLabel)) return
      surplus.set(request, hidden)
      body.labels = body.labels.slice(0, LABELS_MAX)
    },
    beforeHandler({ request }) {
      const body = request.body as Fields
      const hidden = surplus.get(request)
      if (hidden !== undefined) body.labels = [...(body.labels as string[]), ...hidden]
    },
  },
])

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && lengthOf(value) <= LABEL_MAX && isStorable(value)
}
