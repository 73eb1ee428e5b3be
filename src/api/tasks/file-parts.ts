import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import contentDisposition from 'content-disposition'
import { EncodedPart, IncompleteBody, MalformedMultipart, TooManyParts, UploadTooLarge } from '../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, UPLOAD_BYTES_MAX, UPLOAD_PARTS_MAX } from '../../contract/limits.js'
import { earlyBody } from '../../http/json-body.js'
import { createMultipartReader, type PartHeaders } from './multipart-reader.js'
import { holdBytes } from './upload-memory.js'

/** A file of a multipart/form-data body (RFC 7578, section 4). */
export interface FilePart {
  /** The name of the part, or `undefined` if it has none. */
  name: string | undefined
  /** The name of the file without its path, or `undefined` if it is not valid UTF-8. */
  fileName: string | undefined
  /** The `Content-Type` of the part as sent, or `undefined` if it has none. */
  contentType: string | undefined
  /** The size in bytes. */
  size: number
  /** The bytes. They are incomplete if the file is too large, or if an upload has too many files. */
  chunks: Buffer[]
}

/**
 * Reads the files of a multipart/form-data request, in the order of their parts. Form fields are skipped.
 *
 * The files count as bytes in memory until the caller calls `releaseBytes`.
 *
 * @param mediaType the `Content-Type` of the request, which must be multipart/form-data
 * @throws MalformedMultipart, EncodedPart, IncompleteBody, TooManyParts (400), UploadTooLarge (413)
 */
export async function readFileParts(request: IncomingMessage, mediaType: string): Promise<FilePart[]> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
  const files: FilePart[] = []
  let count = 0
  let kept = 0
  const boundary = new MIMEType(mediaType).params.get('boundary') ?? ''
  const reader = createMultipartReader(boundary, (headers) => {
    if (++count > UPLOAD_PARTS_MAX) throw new TooManyParts()
    const file = toFilePart(headers)
    if (file === undefined) return () => {}
    files.push(file)
    // An upload with more files is rejected, so their bytes are not needed.
    const isKept = files.length <= ATTACHMENTS_MAX
    return (bytes) => {
      file.size += bytes.length
      if (!isKept || file.size > ATTACHMENT_BYTES_MAX) return
      file.chunks.push(bytes)
      kept += bytes.length
    }
  })
  let received = 0
  try {
    // The rest of a body that is refused is discarded later, because many clients read the response only after they have
    // sent the whole body.
    const body: AsyncIterable<Buffer> = earlyBody(request) ?? request.iterator({ destroyOnReturn: false })
    for await (const chunk of body) {
      received += chunk.length
      if (received > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
      reader.write(chunk)
      await holdBytes(request, kept)
      // Other requests are served between the chunks.
      await new Promise(setImmediate)
    }
  } catch (error) {
    throw request.destroyed && !request.complete ? new IncompleteBody() : error
  }
  reader.end()
  return files
}

/** The encodings of a part that leave its bytes as they are (RFC 2045, section 6.2). */
const IDENTITIES = ['7bit', '8bit', 'binary']

/** The dispositions of parts. Some clients send files as attachments, against RFC 7578. */
const DISPOSITIONS = ['form-data', 'attachment']

/**
 * Reads the headers of a part (RFC 7578, section 4.2).
 *
 * @returns `undefined` for a form field
 * @throws MalformedMultipart, EncodedPart if the part cannot be read, so that no file is silently ignored
 */
function toFilePart(headers: PartHeaders): FilePart | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  // In a multipart body, a backslash escapes only quotes. Windows paths contain plain backslashes.
  const escaped = disposition.replace(/\\(?!")/g, '\\\\')
  const { type, parameters } = contentDisposition.parse(escaped, { extended: false })
  const { name, filename, 'filename*': extended } = parameters
  if (!DISPOSITIONS.includes(type)) throw new MalformedMultipart()
  if (filename === undefined && extended === undefined) {
    const unquoted = disposition.replace(/"(\\"|[^"])*"/g, '')
    // Several files in one part (RFC 2388, section 4.2), which RFC 7578 has removed.
    const isNested = /^multipart\//i.test(headers.get('content-type') ?? '')
    if (type === 'attachment' || isNested || /filename[*\d]*\s*=/i.test(unquoted)) throw new MalformedMultipart()
    return undefined
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!IDENTITIES.includes(encoding)) throw new EncodedPart()
  const fileName = decodeExtended(extended) ?? decodeUtf8(filename)
  return {
    name: decodeUtf8(name),
    fileName: fileName?.replace(/^.*[\\/]/s, ''),
    contentType: headers.get('content-type'),
    size: 0,
    chunks: [],
  }
}

/** Decodes a text whose characters are bytes. Returns `undefined` if it is missing or not valid UTF-8. */
function decodeUtf8(binary: string | undefined): string | undefined {
  const bytes = Buffer.from(binary ?? '', 'latin1')
  return binary !== undefined && isUtf8(bytes) ? bytes.toString() : undefined
}

/** Decodes an RFC 8187 value in UTF-8, the only charset of file names (decision 25). */
function decodeExtended(value: string | undefined): string | undefined {
  const text = decodeUtf8(value) ?? ''
  return /^utf-8'/i.test(text) ? contentDisposition.decodeExtended(text) : undefined
}
