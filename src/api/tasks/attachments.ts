import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import contentDisposition from 'content-disposition'
import { AttachmentList, AttachmentParams, AttachmentUpload } from '../../contract/schemas/attachment.js'
import { ref } from '../../contract/schemas/builders.js'
import { emptyResponse, jsonResponse, notFound } from '../../contract/schemas/responses.js'
import { TaskParams } from '../../contract/schemas/task.js'
import { documentOperations } from '../../http/document-operations.js'
import { readUpload } from './read-upload.js'
import { releaseBytes } from './upload-memory.js'

const anyBytes = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })

/** The upload endpoint. It has a separate scope, because only this endpoint accepts multipart/form-data. */
const uploadRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.removeAllContentTypeParsers()
  await app.register(multipart)

  app.post('/tasks/:id/attachments', {
    schema: {
      operationId: 'uploadAttachments',
      summary: 'Upload attachments',
      description: 'Attaches files to a task. Either all files are stored or none.',
      params: TaskParams,
      // Only for the document: the handler reads and validates the parts itself.
      body: { content: { 'multipart/form-data': { schema: ref(AttachmentUpload) } } },
      response: {
        201: jsonResponse(AttachmentList, 'The created attachments, in the order of the files.'),
        ...notFound.task,
      },
    },
    handler: async (request, reply) => {
      try {
        const files = await readUpload(request)
        const attachments = await request.board.store.addAttachments(
          request.board.id,
          request.params.id,
          files,
          request.now(),
        )
        return reply.code(201).send(attachments)
      } finally {
        releaseBytes(request.raw)
      }
    },
  })
}

/** The attachment endpoints (specification, section 4; decisions 24 to 26). */
export const attachmentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  documentOperations(app, { tags: ['Attachments'] })
  await app.register(uploadRoute)

  app.get('/tasks/:id/attachments/:attachmentId', {
    schema: {
      operationId: 'downloadAttachment',
      summary: 'Download an attachment',
      description: 'Returns the bytes of a file with the media type of its upload.',
      params: AttachmentParams,
      response: {
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
    },
    handler: async ({ board, params }, reply) => {
      const { attachment, bytes } = await board.store.getAttachment(board.id, params.id, params.attachmentId)
      return reply
        .type(attachment.contentType)
        .header('content-disposition', contentDisposition.create(attachment.fileName))
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })

  app.delete('/tasks/:id/attachments/:attachmentId', {
    schema: {
      operationId: 'deleteAttachment',
      summary: 'Delete an attachment',
      description: 'Deletes an attachment of a task.',
      params: AttachmentParams,
      response: { 204: emptyResponse('The attachment is deleted.'), ...notFound.attachment },
    },
    handler: async ({ board, params }, reply) => {
      await board.store.deleteAttachment(board.id, params.id, params.attachmentId)
      return reply.code(204).send(null)
    },
  })
}
