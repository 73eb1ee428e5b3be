/** The log of the process, its metrics and its health. @module */

import type { FastifyRequest } from 'fastify'
import type { DestinationStream } from 'pino'
import { BOARD_ID_PATTERN } from '../../contract/board-id.js'
import { redactParameters } from '../../rules/expected-vs-actual/redact.js'
import { openLogOutput } from './log-output.js'

/**
 * Opens the log on standard output. The format is JSON lines, or readable text if the output is a terminal. The log
 * never contains headers or bodies.
 *
 * @param level the minimum level to log
 * @returns the options of Fastify's logger, and a function that returns the number of lines that could not be written
 */
export async function openLog(level: string) {
  if (level === 'silent') return { logger: false, droppedLogLines: () => 0 }
  const isTerminal = process.stdout.isTTY
  const output = await openLogOutput(isTerminal)
  const logger = {
    level,
    redact: ['req.headers', 'res.headers', 'originalUrl'],
    serializers: { req: describeRequest },
    stream: isTerminal ? await makeReadable(output) : output,
  }
  return { logger, droppedLogLines: () => output.dropped }
}

async function makeReadable(output: DestinationStream): Promise<DestinationStream> {
  // Loaded only for terminals.
  const { prettyFactory } = await import('pino-pretty')
  const format = prettyFactory({ ignore: 'pid,hostname' })
  return { write: (line) => output.write(format(line)) }
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

/** What logs of requests need not redact: the codes of classes, and the user in an absolute URL or a host (RFC 3986, section 3.2.1). */
const CREDENTIALS = /(?<=[?&;]\w*code=)[^&#]+|(?<=^(?:[a-z]+:\/\/)?)[^/?#]*(?=@)/gi

function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  const { remotePort } = socket
  return {
    method,
    url: maskSecrets(url),
    host: maskSecrets(host),
    remoteAddress: ip,
    ...(remotePort !== undefined && { remotePort }),
  }
}

function maskSecrets(text: string): string {
  return redactParameters(text).replace(CREDENTIALS, '…').replace(BOARD_IDS, '…')
}
