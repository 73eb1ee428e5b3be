import { FileTooLarge } from '../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX } from '../../contract/limits.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const largestFileRefused: Defect = {
  name: 'largest-file-refused',
  title: 'Files of exactly 1 MB (1,048,576 bytes) are refused.',
  rule: 'A file of 1,048,576 bytes is accepted (decision 25).',
  exposedBy: '`POST /tasks/{id}/attachments` with a file of 1,048,576 bytes.',
  area: 'attachments',
  severity: 'minor',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['uploadAttachments'],
  store: (store) => ({
    async addAttachments(board, taskId, files, now) {
      const refused = files.find(({ bytes }) => bytes.length === ATTACHMENT_BYTES_MAX)
      if (refused === undefined) return store.addAttachments(board, taskId, files, now)
      await readTask(store, board, taskId)
      throw new FileTooLarge(refused.fileName)
    },
  }),
}
