import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import contentDisposition from 'content-disposition'
import { IncompleteBody, MalformedMultipart, TooManyParts, UploadTooLarge } from '../errors.js'
import { ATTACHMENT_BYTES_MAX, UPLOAD_BYTES_MAX, UPLOAD_PARTS_MAX } from '../limits.js'

/** A file of a multipart/form-data body (RFC 7578, section 4). */
export interface FilePart {
  /** The name of the part, `undefined` where it has none. */
  name: string | undefined
  /** The name of the file without its path, `undefined` where it is not valid UTF-8. */
  fileName: string | undefined
  /** The `Content-Type` of the part as sent, `undefined` where it has none. */
  contentType: string | undefined
  /** The size in bytes. */
  size: number
  /** The bytes; incomplete where there are more than an attachment may have. */
  chunks: Buffer[]
}

/**
 * Reads the files of a multipart/form-data request, in the order of their parts. Form fields are skipped.
 *
 * @fastify/multipart recognises such a request. Its reader, though, drops what the service stores: the parameters of a media
 * type, whether a part has a media type at all, and whether a name is valid UTF-8. So this function uses the parser beneath it.
 *
 * @param mediaType the `Content-Type` of the request, which Fastify has accepted as multipart/form-data
 * @throws MalformedMultipart, IncompleteBody, TooManyParts (400), UploadTooLarge (413)
 */
export async function readFileParts(request: IncomingMessage, mediaType: string): Promise<FilePart[]> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
  const files: FilePart[] = []
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
        part.on('data', (chunk: Buffer) => {
          file.size += chunk.length
          if (file.size <= ATTACHMENT_BYTES_MAX) file.chunks.push(chunk)
        })
      })
      part.resume()
    })
  })
  await Promise.all([parsed, writeBody(request, parser)])
  return files
}

/** Writes a body to the parser. `pipeline` would end the connection on an error, and the client would get no response. */
async function writeBody(request: IncomingMessage, parser: Dicer): Promise<void> {
  let received = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      received += chunk.length
      if (received > UPLOAD_BYTES_MAX) break
      parser.write(chunk)
    }
  } catch {
    throw new IncompleteBody()
  }
  if (received > UPLOAD_BYTES_MAX) throw new UploadTooLarge()
  parser.end()
}

function boundaryOf(mediaType: string): string {
  const boundary = new MIMEType(mediaType).params.get('boundary')
  if (!boundary) throw new MalformedMultipart()
  return boundary
}

/** The headers of a part, each byte as one character. */
type PartHeaders = Partial<Record<'content-disposition' | 'content-type', string[]>>

function toFilePart(headers: PartHeaders): FilePart | undefined {
  const [disposition = ''] = headers['content-disposition'] ?? []
  // In a multipart body a backslash escapes a quote and nothing else: Windows paths contain plain ones.
  const escaped = disposition.replace(/\\(?!")/g, '\\\\')
  const { type, parameters } = contentDisposition.parse(escaped, { extended: false })
  const { name, filename, 'filename*': extended } = parameters
  const binary = extended ?? filename
  if (type !== 'form-data' || binary === undefined) return undefined
  const fileName = extended === undefined ? decodeUtf8(binary) : contentDisposition.decodeExtended(extended)
  return {
    name: name === undefined ? undefined : decodeUtf8(name),
    fileName: fileName?.replace(/^.*[\\/]/s, ''),
    contentType: headers['content-type']?.[0],
    size: 0,
    chunks: [],
  }
}

/** A text whose characters are the bytes of another one in UTF-8. */
function decodeUtf8(binary: string): string | undefined {
  const bytes = Buffer.from(binary, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : undefined
}
