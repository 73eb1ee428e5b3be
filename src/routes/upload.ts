import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  FileInWrongPart,
  FileNameInvalid,
  FilesMissing,
  FileTooLarge,
  MalformedMultipart,
  TooManyParts,
  UnsupportedMediaType,
  UploadTooLarge,
} from '../errors.js'
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, UPLOAD_BYTES_MAX, UPLOAD_PARTS_MAX } from '../limits.js'
import type { File } from '../store/store.js'
import { isFileName, type PartHeaders, readPartHeaders } from './part-headers.js'

const PART_NAME = 'files'
const DEFAULT_MEDIA_TYPE = 'application/octet-stream'
const NOTHING = Buffer.alloc(0)

/** Errors of @fastify/multipart about form fields, which are ignored whatever they hold (decision 25). */
const FIELD_ERRORS = new Set(['FST_PROTO_VIOLATION', 'FST_INVALID_JSON_FIELD_ERROR'])

/**
 * Reads the files of an upload. The whole body is read before anything is said of it, so that the client
 * hears the answer.
 *
 * @returns the files, in the order of their parts
 * @throws FilesMissing, FileInWrongPart, FileTooLarge, FileNameInvalid, TooManyParts, MalformedMultipart
 *   (400), UploadTooLarge (413), UnsupportedMediaType (415)
 */
export async function readUpload(request: FastifyRequest): Promise<File[]> {
  const mediaType = request.headers['content-type']
  if (mediaType === undefined) throw new FilesMissing()
  if (!request.isMultipart()) throw new UnsupportedMediaType()
  return Promise.race([readFiles(request, mediaType), rejectOversized(request)])
}

/** Rejects when the body has become larger than the service reads, as far as it has come. */
function rejectOversized({ raw, headers }: FastifyRequest): Promise<never> {
  return new Promise((_, reject) => {
    let received = Number(headers['content-length'] ?? 0)
    const check = () => {
      if (received > UPLOAD_BYTES_MAX) reject(new UploadTooLarge())
    }
    check()
    received = 0
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length
      check()
    })
  })
}

async function readFiles(request: FastifyRequest, mediaType: string): Promise<File[]> {
  const headersOfParts = readPartHeaders(request.raw, mediaType)
  const headersOfFiles: PartHeaders[] = []
  let misplaced: string | undefined

  const parts = request.files({
    limits: { fileSize: ATTACHMENT_BYTES_MAX, fieldSize: 0, parts: UPLOAD_PARTS_MAX },
    throwFileSizeLimit: false,
    // Asked of every part in turn: one with a file name is a file.
    isPartAFile(
      fieldName: string | undefined,
      _contentType: string | undefined,
      fileName: string | undefined,
    ) {
      const headers = headersOfParts.next()
      const isFile = fileName !== undefined
      if (isFile && fieldName === PART_NAME) headersOfFiles.push(headers)
      else if (isFile) misplaced ??= fileName
      return isFile
    },
  } as Parameters<FastifyRequest['files']>[0])

  const files: File[] = []
  let oversized: string | undefined
  let hasInvalidName = false
  for await (const part of ignoreFieldErrors(parts, request)) {
    const bytes = await part.toBuffer().catch(() => {
      throw new MalformedMultipart()
    })
    if (part.fieldname !== PART_NAME) continue
    if (part.file.truncated) oversized ??= part.filename
    const { contentType = DEFAULT_MEDIA_TYPE, isUtf8 } = headersOfFiles[files.length] as PartHeaders
    hasInvalidName ||= !isUtf8 || !isFileName(part.filename)
    // What is beyond the limit is named, not kept.
    files.push({
      fileName: part.filename,
      contentType,
      bytes: files.length < ATTACHMENTS_MAX ? bytes : NOTHING,
    })
  }

  // The plug-in passes over parts with line breaks in their names.
  if (!headersOfParts.isEmpty()) throw new MalformedMultipart()
  if (hasInvalidName) throw new FileNameInvalid()
  if (misplaced !== undefined) throw new FileInWrongPart(misplaced)
  if (oversized !== undefined) throw new FileTooLarge(oversized)
  if (files.length === 0) throw new FilesMissing()
  return files
}

/** The parts, with the errors that the plug-in reports after the last of them translated. */
async function* ignoreFieldErrors(parts: AsyncIterable<MultipartFile>, request: FastifyRequest) {
  try {
    yield* parts
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_PARTS_LIMIT') throw new TooManyParts()
    // An aborted body must not pass for one that has a bad field.
    if (!request.raw.readableEnded || !FIELD_ERRORS.has(code ?? '')) throw new MalformedMultipart()
  }
}
