import type { FastifyRequest } from 'fastify'
import {
  FileInWrongPart,
  FileNameInvalid,
  FilesMissing,
  FileTooLarge,
  UnsupportedMediaType,
} from '../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX } from '../../contract/limits.js'
import { isFileName, isMediaType } from '../../contract/schemas/attachment-rules.js'
import { requireUnencoded } from '../../http/json-body.js'
import type { File } from '../../rooms/board/values.js'
import { readFileParts } from './file-parts.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of an upload as they were sent; absent if the request has none, or they are not yet read. */
    sentFiles?: { name: string; mediaType: string; size: number }[]
  }
}

const PART_NAME = 'files'
const DEFAULT_MEDIA_TYPE = 'application/octet-stream'

/**
 * Reads the files of an upload (specification, section 4; decision 25).
 *
 * @returns the files, in the order of their parts
 * @throws FilesMissing, FileInWrongPart, FileTooLarge, FileNameInvalid, TooManyParts, MalformedMultipart, IncompleteBody (400),
 *   UploadTooLarge (413), UnsupportedMediaType, EncodedBody (415)
 */
export async function readUpload(request: FastifyRequest): Promise<File[]> {
  const mediaType = request.headers['content-type']
  if (mediaType === undefined) throw new FilesMissing()
  if (!request.isMultipart()) throw new UnsupportedMediaType('multipart/form-data')
  requireUnencoded(request)
  const parts = await readFileParts(request.raw, mediaType)
  request.sentFiles = parts.map(({ fileName = '', contentType = '', size }) => ({
    name: fileName,
    mediaType: contentType,
    size,
  }))
  if (parts.length === 0) throw new FilesMissing()
  const misplaced = parts.find(({ name, fileName }) => name !== PART_NAME && fileName !== undefined)
  if (misplaced !== undefined) throw new FileInWrongPart(misplaced.fileName)
  if (!parts.every(({ fileName }) => fileName !== undefined && isFileName(fileName))) throw new FileNameInvalid()
  const oversized = parts.find(({ size }) => size > ATTACHMENT_BYTES_MAX)
  if (oversized !== undefined) throw new FileTooLarge(oversized.fileName)
  return parts.map(({ fileName = '', contentType = '', chunks }) => ({
    fileName,
    contentType: isMediaType(contentType) ? contentType : DEFAULT_MEDIA_TYPE,
    bytes: Buffer.concat(chunks),
  }))
}
