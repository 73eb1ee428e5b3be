import { attachmentsIn } from '../../contract/bodies.js'
import { AttachmentNotFound, FileTooLarge } from '../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from '../../contract/limits.js'
import type { File } from '../../rooms/board/values.js'
import { type ChangeStore, defectsIn, override } from '../defect.js'
import { readTask, readTasks } from '../tasks.js'

/** What most of these defects have in common. */
const UPLOADED = {
  area: 'attachments',
  editions: ['current'],
  operations: ['uploadAttachments'],
  quality: 'body',
} as const

/** The attachments of a task. */
export const attachments = defectsIn(UPLOADED, [
  {
    code: 'TB-080',
    name: 'attachment-not-deleted',
    title: 'Deleting an attachment returns 204, but the attachment stays.',
    rule: 'Deleting an attachment removes it from its task (decision 23).',
    check: 'attachments/delete-removes',
    quality: 'state',
    severity: 'critical',
    operations: ['deleteAttachment'],
    store: override('deleteAttachment', async (store, board, taskId, id) => {
      const { attachments } = await readTask(store, board, taskId)
      if (!attachments.some((attachment) => attachment.id === id)) throw new AttachmentNotFound(id)
    }),
  },
  {
    code: 'TB-081',
    name: 'content-type-lost',
    title: 'Every file is stored as `application/octet-stream`.',
    rule: 'The media type of a file is stored as sent (decision 46).',
    check: 'attachments/content-type-parameters',
    severity: 'major',
    store: changeFiles((file) => ({ ...file, contentType: 'application/octet-stream' })),
  },
  {
    code: 'TB-082',
    name: 'download-truncated',
    title: 'A download lacks the last byte of the file.',
    rule: 'A download returns the stored bytes (decision 26).',
    check: 'attachments/download-bytes',
    severity: 'critical',
    operations: ['downloadAttachment'],
    store: override('getAttachment', async (store, board, taskId, id) => {
      const { attachment, bytes } = await store.getAttachment(board, taskId, id)
      return { attachment, bytes: bytes.subarray(0, Math.max(bytes.length - 1, 0)) }
    }),
  },
  {
    code: 'TB-083',
    name: 'file-name-without-extension',
    title: 'A file is stored under its name without the extension.',
    rule: '`fileName` is the name of the uploaded file (specification, section 2).',
    check: 'attachments/file-name-notes.txt',
    severity: 'major',
    store: changeFiles((file) => ({ ...file, fileName: file.fileName.replace(/(?<=.)\.[^.]*$/s, '') })),
  },
  {
    code: 'TB-084',
    name: 'file-size-off-by-one',
    title: '`fileSizeBytes` is one byte too large.',
    rule: '`fileSizeBytes` is the size of the file in bytes (specification, section 2).',
    check: 'attachments/file-size-1',
    severity: 'minor',
    operations: ['uploadAttachments', 'getTask', 'listTasks', 'replaceTask'],
    beforeSend({ status, body }) {
      if (status >= 300) return
      for (const attachment of attachmentsIn(body)) attachment.fileSizeBytes = Number(attachment.fileSizeBytes) + 1
    },
  },
  {
    code: 'TB-085',
    name: 'fourth-file-accepted',
    title: 'The upload of a fourth file is accepted and replaces the oldest one.',
    rule: 'More than 3 attachments of a task are 400 (decision 25).',
    check: 'attachments/fourth-file',
    quality: 'limits',
    severity: 'major',
    store: override('addAttachments', async (store, board, taskId, files, now) => {
      const { attachments } = await readTask(store, board, taskId)
      // The bytes of a fourth file in one upload are not read.
      const surplus = files.length > ATTACHMENTS_MAX ? 0 : attachments.length + files.length - ATTACHMENTS_MAX
      for (const { id } of attachments.slice(0, Math.max(surplus, 0))) await store.deleteAttachment(board, taskId, id)
      return store.addAttachments(board, taskId, files, now)
    }),
  },
  {
    code: 'TB-086',
    name: 'largest-file-refused',
    title: 'Files of exactly 1 MB (1,048,576 bytes) are refused.',
    rule: 'A file of 1,048,576 bytes is accepted (decision 25).',
    check: 'attachments/largest-file',
    quality: 'limits',
    severity: 'minor',
    store: override('addAttachments', async (store, board, taskId, files, now) => {
      const refused = files.find(({ bytes }) => bytes.length === ATTACHMENT_BYTES_MAX)
      if (refused === undefined) return store.addAttachments(board, taskId, files, now)
      await readTask(store, board, taskId)
      throw new FileTooLarge(refused.fileName)
    }),
  },
  {
    code: 'TB-131',
    name: 'other-attachment-downloadable',
    title: 'An attachment can be downloaded with the id of another task in the path.',
    rule: 'An attachment of another task is 404 (decision 24).',
    check: 'attachments/GET-of-other-task',
    quality: 'authorization',
    severity: 'critical',
    operations: ['downloadAttachment'],
    store: override('getAttachment', async (store, board, taskId, id) => {
      await readTask(store, board, taskId)
      const tasks = await readTasks(store, board)
      const owner = tasks.find(({ attachments }) => attachments.some((attachment) => attachment.id === id))
      return store.getAttachment(board, owner?.id ?? taskId, id)
    }),
  },
  {
    code: 'TB-087',
    name: 'upload-keeps-first-file',
    title: 'Only the first of several files in one upload is stored.',
    rule: 'Several files can be sent in one request (specification, section 4).',
    check: 'attachments/several-files',
    quality: 'state',
    severity: 'critical',
    store: override('addAttachments', (store, board, taskId, files, now) =>
      store.addAttachments(board, taskId, files.slice(0, 1), now),
    ),
  },
  {
    code: 'TB-132',
    name: 'upload-touches-task',
    title: 'An upload changes the `updatedAt` of its task.',
    rule: 'Changes to attachments do not change the `updatedAt` of the task (decision 22).',
    check: 'attachments/keep-task-updated-at',
    quality: 'state',
    severity: 'minor',
    store: override('addAttachments', async (store, board, taskId, files, now) => {
      const attachments = await store.addAttachments(board, taskId, files, now)
      const { status, sortOrder } = await readTask(store, board, taskId)
      await store.moveTask(board, taskId, status, sortOrder, now)
      return attachments
    }),
  },
])

/** Returns the store of a defect that changes the files of an upload. */
function changeFiles(change: (file: File) => File): ChangeStore {
  return override('addAttachments', (store, board, taskId, files, now) =>
    store.addAttachments(board, taskId, files.map(change), now),
  )
}
