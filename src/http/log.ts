import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { type DestinationStream, destination } from 'pino'
import { BOARD_ID_PATTERN } from '../board-id.js'

/** The format for terminals. */
const READABLE = { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }

/**
 * The output of JSON lines. `minLength` bytes are written at once, and the rest every `periodicFlush` milliseconds. The
 * buffer never holds more than `minLength` bytes, even if the service is always busy.
 */
const STDOUT = { dest: 1, sync: true, minLength: 4096, periodicFlush: 100 }

/**
 * Returns the options of Fastify's logger. The format is JSON lines, or readable text if the output is a terminal. The
 * log never contains headers or bodies.
 *
 * @param level the minimum level to log
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
 * Board ids in URLs and hosts. They are masked in the log, because a board id gives access to the board. The pattern
 * matches any text with the format of an id, also after an encoded slash, any path segment after `/b/` and `/boards/`, and
 * ids with a typing error.
 */
const BOARD_IDS = new RegExp(
  `((?<=%2f)|(?<![\\w-]))${BOARD_ID_PATTERN}(?![\\w-])|(?<=\\/(b|boards)\\/)[^/?#]+|(?<!%|%[\\da-f])[a-z2-7]{20,}`,
  'gi',
)

/** Credentials that a client sent in the URL (RFC 6750, section 2.3; RFC 3986, section 3.2.1). */
const CREDENTIALS = /(?<=[?&]access_token=)[^&#]+|(?<=^[a-z]+:\/\/)[^/?#]*(?=@)/gi

function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  const { remotePort } = socket
  return {
    method,
    url: maskIds(url.replace(CREDENTIALS, '…')),
    host: maskIds(host),
    remoteAddress: ip,
    ...(remotePort !== undefined && { remotePort }),
  }
}

function maskIds(text: string): string {
  return text.replace(BOARD_IDS, '…')
}

function openStdout(): DestinationStream {
  const log = destination(STDOUT)
  // flushSync would block forever if the reader of the log no longer reads.
  process.once('exit', () => log.flush())
  return log
}
