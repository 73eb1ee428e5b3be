import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { type DestinationStream, destination } from 'pino'
import { BOARD_ID_PATTERN } from '../board-id.js'

/** The format for people. */
const READABLE = { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }

/**
 * The output for machines. A full page of `minLength` bytes is written at once, the rest every `periodicFlush` milliseconds, so
 * that a service that is always busy never collects more than a page in memory.
 */
const STDOUT = { dest: 1, sync: true, minLength: 4096, periodicFlush: 100 }

/**
 * The options of Fastify's logger: JSON lines, or a readable format where the output is a terminal. The log never contains
 * headers or bodies.
 *
 * @param level the least severe level to log
 */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    redact: ['req.headers', 'res.headers', 'originalUrl'],
    serializers: { req: describeRequest },
    ...(process.stdout.isTTY ? READABLE : { stream: openStdout() }),
  }
}

/**
 * Board ids. The id of a board is the key to it, so the log does not contain it. The pattern matches any text of the form of an
 * id, after a slash that may be encoded, and whatever follows `/b/` and `/boards/`.
 */
const BOARD_IDS = new RegExp(
  `((?<=%2f)|(?<![\\w-]))${BOARD_ID_PATTERN}(?![\\w-])|(?<=\\/(b|boards)\\/)[^/?#]+`,
  'gi',
)

/** Credentials that a client sent in the URL (RFC 6750, section 2.3; RFC 3986, section 3.2.1). */
const CREDENTIALS = /(?<=[?&]access_token=)[^&#]+|(?<=^[a-z]+:\/\/)[^/?#]*(?=@)/gi

function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  const masked = url.replace(CREDENTIALS, '…').replace(BOARD_IDS, '…')
  const { remotePort } = socket
  return { method, url: masked, host, remoteAddress: ip, ...(remotePort !== undefined && { remotePort }) }
}

function openStdout(): DestinationStream {
  const log = destination(STDOUT)
  // flushSync would wait forever where the reader of the log has stopped reading.
  process.once('exit', () => log.flush())
  return log
}
