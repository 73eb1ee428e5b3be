import { isUtf8 } from 'node:buffer'
import { validateHeaderValue } from 'node:http'
import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'
import { MalformedMultipart } from '../errors.js'
import { FILE_NAME_MAX, MEDIA_TYPE_MAX, UPLOAD_BYTES_MAX } from '../limits.js'

/** What a part's headers say that @fastify/multipart does not pass on. */
export interface PartHeaders {
  /** The media type, or `undefined` where the part names none or one that is not valid. */
  contentType: string | undefined
  /** Whether the part's name and file name are UTF-8. */
  isUtf8: boolean
}

/** The headers of parts, in the order of the parts. */
export interface PartHeaderQueue {
  /** Takes the headers of the next form-data part. */
  next(): PartHeaders
  /** Whether there are headers of parts that nobody asked for, because the plug-in passed over them. */
  isEmpty(): boolean
}

/**
 * Reads the headers of the parts of a multipart body beside @fastify/multipart, which calls a part
 * without a media type `text/plain` and replaces what is not UTF-8. Attach it before the plug-in reads
 * the body: then the headers of a part are here before the plug-in speaks of that part.
 *
 * @param body the body
 * @param mediaType the `Content-Type` of the request
 * @throws MalformedMultipart where the media type names no boundary
 */
export function readPartHeaders(body: Readable, mediaType: string): PartHeaderQueue {
  const parts: PartHeaders[] = []
  const boundary = new MIMEType(mediaType).params.get('boundary')
  if (boundary === null) throw new MalformedMultipart()
  // Nothing of a part is kept, but a part that pushed back would let the plug-in run ahead of this parser.
  const parser = new Dicer({ boundary, partHwm: UPLOAD_BYTES_MAX } as Dicer.Config)
  parser.on('error', () => {})
  parser.on('part', (part) => {
    part.on('error', () => {})
    part.on('header', (headers) => {
      const { 'content-disposition': disposition = [], 'content-type': types = [] } = headers as Record<
        string,
        string[]
      >
      if (!/^form-data/i.test(disposition[0] ?? '')) return
      parts.push({
        contentType: checkMediaType(types[0]),
        isUtf8:
          isUtf8(Buffer.from(disposition[0] ?? '', 'latin1')) && isExtendedValueUtf8(disposition[0] ?? ''),
      })
    })
    part.resume()
  })
  body.pipe(parser)
  return {
    next: () => parts.shift() ?? { contentType: undefined, isUtf8: true },
    isEmpty: () => parts.length === 0,
  }
}

/** Whether a `filename*` (RFC 8187), where there is one, encodes UTF-8. */
function isExtendedValueUtf8(disposition: string): boolean {
  const value = /filename\*=[^']*'[^']*'([^;\s]*)/i.exec(disposition)?.[1] ?? ''
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

/** Whether a file may be called so: there is a name, without a path before it (decision 40). */
export function isFileName(name: string): boolean {
  const { length } = [...name]
  return length >= 1 && length <= FILE_NAME_MAX && !/[\\/\0]/.test(name) && name !== '.' && name !== '..'
}

/** A media type as it was sent, `undefined` where it is not valid or could not be sent back. */
export function checkMediaType(value: string | undefined): string | undefined {
  try {
    if (value === undefined || value.length > MEDIA_TYPE_MAX) return undefined
    new MIMEType(value)
    validateHeaderValue('content-type', value)
    return value
  } catch {
    return undefined
  }
}
