import multipart from '@fastify/multipart'
import { Type } from '@sinclair/typebox'
import contentDisposition from 'content-disposition'
import type { FastifyPluginAsync } from 'fastify'
import { AttachmentList, AttachmentParams, AttachmentUpload } from '../../contract/schemas/attachment.js'
import { ref } from '../../contract/schemas/builders.js'
import { notFound } from '../../contract/schemas/responses.js'
import { TaskParams } from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'
import { route } from '../../http/route.js'
import { readUpload } from './read-upload.js'
import { releaseBytes } from './upload-memory.js'

const anyBytes = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })

/** The upload endpoint. It has a separate scope, because only this endpoint accepts multipart/form-data. */
const uploadRoute: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  await app.register(multipart)

  route(app, 'POST /tasks/:id/attachments', 'uploadAttachments', 'Upload attachments', {
    description: 'Attaches files to a task. Either all files are stored or none.',
    params: TaskParams,
    // Only for the document: the handler reads and validates the parts itself.
    body: Type.Unsafe<unknown>({ content: { 'multipart/form-data': { schema: ref(AttachmentUpload) } } }),
    responses: {
      201: [AttachmentList, 'The created attachments, in the order of the files.'],
      ...notFound.task,
    },
    handler: async (request) => {
      const { board, params } = request
      try {
        return await board.store.addAttachments(board.id, params.id, await readUpload(request), request.now())
      } finally {
        releaseBytes(request.raw)
      }
    },
  })
}

/** The attachment endpoints (specification, section 4; decisions 24 to 26). */
export const attachmentRoutes: FastifyPluginAsync = async (app) => {
  documentOperations(app, { tags: ['Attachments'] })
  await app.register(uploadRoute)

  route(app, 'GET /tasks/:id/attachments/:attachmentId', 'downloadAttachment', 'Download an attachment', {
    description: 'Returns the bytes of a file with the media type of its upload.',
    params: AttachmentParams,
    responses: {
      200: {
        description: 'The bytes of the file.',
        headers: {
          'Content-Disposition': {
            type: 'string',
            pattern: '^attachment; filename=.*$',
            description: '`attachment` and the name of the file (RFC 6266).',
          },
        },
        content: {
          // A file has the media type of its upload, but many generators and converters use the first one and cannot use a range.
          'application/octet-stream': { schema: anyBytes },
          '*/*': { schema: anyBytes },
        },
      },
      ...notFound.attachment,
    },
    handler: async ({ board, params }, reply) => {
      const { attachment, bytes } = await board.store.getAttachment(board.id, params.id, params.attachmentId)
      return reply
        .type(attachment.contentType)
        .header('content-disposition', contentDisposition.create(attachment.fileName))
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })

  route(app, 'DELETE /tasks/:id/attachments/:attachmentId', 'deleteAttachment', 'Delete an attachment', {
    description: 'Deletes an attachment of a task.',
    params: AttachmentParams,
    responses: { 204: 'The attachment is deleted.', ...notFound.attachment },
    handler: ({ board, params }) => board.store.deleteAttachment(board.id, params.id, params.attachmentId),
  })
}
