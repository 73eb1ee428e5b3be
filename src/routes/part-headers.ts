import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { Dicer } from '@fastify/busboy'

/** What a part's headers say that @fastify/multipart does not pass on. */
export interface PartHeaders {
  /** The media type, or `undefined` where the part names none or one that is not valid. */
  contentType: string | undefined
  /** Whether the part's name and file name are UTF-8. */
  isUtf8: boolean
}

/**
 * Reads the headers of the parts of a multipart body beside @fastify/multipart, which calls a part
 * without a media type `text/plain` and replaces what is not UTF-8. Attach it before the plug-in reads
 * the body: then the headers of a part are here before the plug-in speaks of that part.
 *
 * @param body the body
 * @param mediaType the `Content-Type` of the request
 * @returns takes the headers of the next form-data part, in the order of the parts
 */
export function readPartHeaders(body: Readable, mediaType: string): () => PartHeaders {
  const parts: PartHeaders[] = []
  const boundary = new MIMEType(mediaType).params.get('boundary')
  if (boundary !== null) {
    const parser = new Dicer({ boundary })
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
          contentType: parseMediaType(types[0]),
          isUtf8: isUtf8(Buffer.from(disposition[0] ?? '', 'latin1')),
        })
      })
      part.resume()
    })
    body.pipe(parser)
  }
  return () => parts.shift() ?? { contentType: undefined, isUtf8: true }
}

function parseMediaType(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : new MIMEType(value).toString()
  } catch {
    return undefined
  }
}
