import { type Static, Type } from '@sinclair/typebox'
import { ATTACHMENTS_MAX } from '../limits.js'
import { component, ref } from './builders.js'
import { identifier, string, timestamp } from './values.js'

export const Attachment = component('Attachment', 'A file attached to a task.', {
  id: identifier('The id, assigned by the server.'),
  fileName: Type.String(),
  contentType: string('The media type of the file.'),
  fileSizeBytes: Type.Integer({ minimum: 0 }),
  uploadedAt: timestamp('When the file was uploaded.'),
})
export type Attachment = Static<typeof Attachment>

export const AttachmentList = Type.Array(ref(Attachment))

/** Documents the multipart body. It is not validated by this schema: the route reads the parts (routes/uploads/). */
export const AttachmentUpload = component('AttachmentUpload', 'The files to attach.', {
  files: Type.Array(Type.String({ format: 'binary' }), {
    minItems: 1,
    maxItems: ATTACHMENTS_MAX,
    description: 'The files. Each is sent in a separate part with this name.',
  }),
})

export const AttachmentParams = Type.Object({
  id: identifier('The id of the task.'),
  attachmentId: identifier('The id of the attachment.'),
})
