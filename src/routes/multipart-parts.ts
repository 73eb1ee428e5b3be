import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { finished, PassThrough } from 'node:stream'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import contentDisposition from 'content-disposition'
import { IncompleteBody, MalformedMultipart, TooManyParts, UploadTooLarge } from '../errors.js'
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, UPLOAD_BYTES_MAX, UPLOAD_PARTS_MAX } from '../limits.js'
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
 * This function uses the parser of @fastify/multipart directly, because the plugin drops information that the service
 * needs: the parameters of a media type, whether a part has a media type, and whether a name is valid UTF-8.
 *
 * The files count as bytes in memory until the caller calls `releaseBytes`.
 *
 * @param mediaType the `Content-Type` of the request, which must be multipart/form-data
 * @throws MalformedMultipart, IncompleteBody, TooManyParts (400), UploadTooLarge (413)
 */
export async function readFileParts(request: IncomingMessage, mediaType: string): Promise<FilePart[]> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
  const files: FilePart[] = []
  let kept = 0
  const parser = new Dicer({ boundary: boundaryOf(mediaType) })
  const parsed = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new MalformedMultipart())
    let count = 0
    parser.on('finish', resolve)
    parser.on('error', fail)
    parser.on('part', (part) => {
      if (++count > UPLOAD_PARTS_MAX) reject(new TooManyParts())
      part.on('error', fail)
      part.on('header', (headers) => {
        const file = toFilePart(headers as PartHeaders)
        if (file === undefined) return
        files.push(file)
        // An upload with more files is rejected, so their bytes are not needed.
        const isKept = files.length <= ATTACHMENTS_MAX
        part.on('data', (chunk: Buffer) => {
          file.size += chunk.length
          if (!isKept || file.size > ATTACHMENT_BYTES_MAX) return
          file.chunks.push(chunk)
          kept += chunk.length
        })
      })
      part.resume()
    })
  })
  let failure: Error | undefined
  parsed.catch((error) => {
    failure = error
  })
  const afterChunk = async () => {
    if (failure !== undefined) throw failure
    await holdBytes(request, kept)
  }
  await Promise.all([parsed, writeBody(request, parser, afterChunk)])
  return files
}

/**
 * Writes a body to the parser. It reads the body to its end even if the parser or a limit has already rejected it,
 * because many clients read the response only after they have sent the whole body. `pipeline` would close the
 * connection instead.
 *
 * @param afterChunk waits until the next chunk can be read, and throws if the rest is not needed
 */
async function writeBody(request: IncomingMessage, parser: Dicer, afterChunk: () => Promise<void>): Promise<void> {
  // An iterator over the request would join all bytes that are buffered, up to those of the full body.
  const body = new PassThrough()
  finished(request, { writable: false }, (error) => error && body.destroy(error))
  let received = 0
  try {
    for await (const chunk of request.pipe(body)) {
      received += chunk.length
      if (received > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
      parser.write(chunk)
      await afterChunk()
      // Other requests are served between the chunks.
      await new Promise(setImmediate)
    }
  } catch (error) {
    throw request.destroyed && !request.complete ? new IncompleteBody() : error
  } finally {
    request.unpipe(body)
    request.resume()
  }
  parser.end()
}

/** The maximum length of a boundary that the parser accepts. RFC 2046 allows 70 characters. */
const BOUNDARY_MAX = 250

function boundaryOf(mediaType: string): string {
  const boundary = new MIMEType(mediaType).params.get('boundary')
  if (!boundary || boundary.length > BOUNDARY_MAX) throw new MalformedMultipart()
  return boundary
}

/** The headers of a part. Each character is one byte. */
type PartHeaders = Partial<Record<'content-disposition' | 'content-type', string[]>>

/**
 * Reads the headers of a part.
 *
 * @returns `undefined` for a form field
 * @throws MalformedMultipart if the headers of a file are damaged, so that no file is silently ignored
 */
function toFilePart(headers: PartHeaders): FilePart | undefined {
  const [disposition = ''] = headers['content-disposition'] ?? []
  if (!/^form-data/i.test(disposition)) return undefined
  // In a multipart body, a backslash escapes only quotes. Windows paths contain plain backslashes.
  const escaped = disposition.replace(/\\(?!")/g, '\\\\')
  const { type, parameters } = contentDisposition.parse(escaped, { extended: false })
  const { name, filename, 'filename*': extended } = parameters
  if (type !== 'form-data') throw new MalformedMultipart()
  if (filename === undefined && extended === undefined) {
    const unquoted = disposition.replace(/"(\\"|[^"])*"/g, '')
    if (/filename[*\d]*\s*=/i.test(unquoted)) throw new MalformedMultipart()
    return undefined
  }
  const fileName = decodeExtended(extended) ?? decodeUtf8(filename)
  return {
    name: decodeUtf8(name),
    fileName: fileName?.replace(/^.*[\\/]/s, ''),
    contentType: headers['content-type']?.[0],
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
