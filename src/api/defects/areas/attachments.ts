import { attachmentsIn } from '../../../contract/bodies.js'
import { AttachmentNotFound, FileTooLarge } from '../../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from '../../../contract/limits.js'
import type { File } from '../../../rooms/board/values.js'
import { changeFields } from '../change-fields.js'
import { defectsIn, override, type ReplaceOperations } from '../defect.js'
import { ownerOf, readTask } from '../tasks.js'

/** The attachments of a task. */
export const attachments = defectsIn({ area: 'attachments', editions: ['current'], operations: ['uploadAttachments'] })(
  {
    'TB-080 attachment-not-deleted | critical state | deleteAttachment': {
      title: 'Deleting an attachment returns 204, but the attachment stays.',
      rule: 'Deleting an attachment removes it from its task (decision 23).',
      replace: override('deleteAttachment', (_api, board, taskId, id) => {
        const { attachments } = readTask(board, taskId)
        if (!attachments.some((attachment) => attachment.id === id)) throw new AttachmentNotFound(id)
      }),
    },
    'TB-081 content-type-lost | major body': {
      title: 'Every file is stored as `application/octet-stream`.',
      rule: 'The media type of a file is stored as sent (decision 46).',
      replace: changeFiles((files) => files.map((file) => ({ ...file, contentType: 'application/octet-stream' }))),
    },
    'TB-082 download-truncated | critical body | downloadAttachment': {
      title: 'A download lacks the last byte of the file.',
      rule: 'A download returns the stored bytes (decision 26).',
      replace: override('getAttachment', (api, board, taskId, id) => {
        const { attachment, blob } = api.getAttachment(board, taskId, id)
        // This is also the number of bytes that are sent.
        return { attachment: { ...attachment, fileSizeBytes: Math.max(attachment.fileSizeBytes - 1, 0) }, blob }
      }),
    },
    'TB-083 file-name-without-extension | major body': {
      title: 'A file is stored under its name without the extension.',
      rule: '`fileName` is the name of the uploaded file (specification, section 2).',
      replace: changeFiles((files) =>
        files.map((file) => ({ ...file, fileName: file.fileName.replace(/(?<=.)\.[^.]*$/s, '') })),
      ),
    },
    'TB-084 file-size-off-by-one | minor body | uploadAttachments, getTask, listTasks, replaceTask': {
      title: '`fileSizeBytes` is one byte too large.',
      rule: '`fileSizeBytes` is the size of the file in bytes (specification, section 2).',
      beforeSend: changeFields(
        ({ status, body }) => (status < 300 ? attachmentsIn(body) : []),
        ({ fileSizeBytes }) => ({ fileSizeBytes: Number(fileSizeBytes) + 1 }),
      ),
    },
    'TB-085 fourth-file-accepted | major limits': {
      title: 'The upload of a fourth file is accepted and replaces the oldest one.',
      rule: 'More than 3 attachments of a task are 400 (decision 25).',
      replace: override('addAttachments', (api, board, taskId, files, now) => {
        const { attachments } = readTask(board, taskId)
        // The bytes of a fourth file in one upload are not read.
        const surplus = files.length > ATTACHMENTS_MAX ? 0 : attachments.length + files.length - ATTACHMENTS_MAX
        for (const { id } of attachments.slice(0, Math.max(surplus, 0))) api.deleteAttachment(board, taskId, id)
        return api.addAttachments(board, taskId, files, now)
      }),
    },
    'TB-086 largest-file-refused | minor limits': {
      title: 'Files of exactly 1 MB (1,048,576 bytes) are refused.',
      rule: 'A file of 1,048,576 bytes is accepted (decision 25).',
      replace: override('addAttachments', (api, board, taskId, files, now) => {
        const refused = files.find(({ bytes }) => bytes.length === ATTACHMENT_BYTES_MAX)
        if (refused === undefined) return api.addAttachments(board, taskId, files, now)
        readTask(board, taskId)
        throw new FileTooLarge(refused.fileName)
      }),
    },
    'TB-131 other-attachment-downloadable | critical authorization | downloadAttachment': {
      title: 'An attachment can be downloaded with the id of another task in the path.',
      rule: 'An attachment of another task is 404 (decision 24).',
      replace: override('getAttachment', (api, board, taskId, id) =>
        api.getAttachment(board, ownerOf(board, taskId, 'attachments', id), id),
      ),
    },
    'TB-087 upload-keeps-first-file | critical state': {
      title: 'Only the first of several files in one upload is stored.',
      rule: 'Several files can be sent in one request (specification, section 4).',
      replace: changeFiles((files) => files.slice(0, 1)),
    },
    'TB-132 upload-touches-task | minor state': {
      title: 'An upload changes the `updatedAt` of its task.',
      rule: 'Changes to attachments do not change the `updatedAt` of the task (decision 22).',
      replace: override('addAttachments', (api, board, taskId, files, now) => {
        const attachments = api.addAttachments(board, taskId, files, now)
        const { status, sortOrder } = readTask(board, taskId)
        api.moveTask(board, taskId, status, sortOrder, now)
        return attachments
      }),
    },
  },
)

/** Returns the operation of a defect that changes the files of an upload. */
function changeFiles(change: (files: readonly File[]) => File[]): ReplaceOperations {
  return override('addAttachments', (api, board, taskId, files, now) =>
    api.addAttachments(board, taskId, change(files), now),
  )
}
