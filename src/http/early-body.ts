import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonTooLarge, TooBusy } from '../contract/errors.js'
import { WAITING_BYTES_MAX } from '../contract/limits.js'
import { announcedLength, hasContent, hasJsonType } from './content.js'
import { plugin } from './plugin.js'

/** The memory that a chunk takes in addition to its bytes. A body can arrive in chunks of one byte. */
const CHUNK_OVERHEAD = 200

/** The size of the bodies that were read here, until their responses are sent, by the limit of one body. */
const totals = new Map<number, number>()

/** The methods whose bodies nothing reads. */
const BODILESS = ['GET', 'HEAD']

const bodies = new WeakMap<IncomingMessage, Buffer>()

/**
 * Reads a JSON body before its parser does, and limits the memory of all such bodies (decision 61). Other bodies, and those
 * that are too large by their length, stay unread.
 *
 * @throws TooBusy if the bodies of all requests take too much memory
 * @throws JsonTooLarge if a body without `Content-Length` is too large
 */
export async function readEarly(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw, routeOptions, board } = request
  const { headers } = raw
  const limit = routeOptions.bodyLimit
  if (!hasJsonType(raw) || !hasContent(raw) || announcedLength(headers) > limit || bodies.has(raw)) return
  const chunks: Buffer[] = []
  let size = 0
  let counted = 0
  const count = (bytes: number) => {
    counted += bytes
    totals.set(limit, (totals.get(limit) ?? 0) + bytes)
  }
  reply.raw.once('close', () => count(-counted))
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      count(chunk.length + CHUNK_OVERHEAD)
      if (size > limit) throw new JsonTooLarge(limit)
      // Two of the largest snapshots fit.
      if ((totals.get(limit) ?? 0) > Math.max(WAITING_BYTES_MAX, 2 * limit)) throw new TooBusy()
      chunks.push(chunk)
    }
  } catch (error) {
    // The client has disconnected.
    if (raw.destroyed) reply.hijack()
    throw error
  }
  const body = Buffer.concat(chunks)
  bodies.set(raw, body)
  // A client can give up before the parser gets it.
  if (board.state !== null && size > 0 && headers['content-encoding'] === undefined) request.sentBody = body
}

/**
 * Gives the parsers what was read early. Chunked bodies always are, because Fastify would keep each chunk: 20 bodies in
 * chunks of one byte took 4 GB.
 */
export const earlyBody = plugin('early-body', ['rehearsal'], async (app) => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    const { method = '', headers } = raw
    const isChunked = headers['transfer-encoding'] !== undefined && !request.isRehearsal && !BODILESS.includes(method)
    const finish = () => {
      const body = bodies.get(raw)
      bodies.delete(raw)
      done(null, body === undefined ? payload : Readable.from(body.length === 0 ? [] : [body]))
    }
    if (isChunked) readEarly(request, reply).then(finish, done)
    else finish()
  })
})
