import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { type DestinationStream, destination } from 'pino'
import { buildApp } from './app.js'
import { createQuotas } from './boards/options.js'
import { CannotStart, runCommand } from './cli/run-command.js'
import type { Config } from './config.js'
import { StoreUnavailable } from './errors.js'
import { DOCUMENTATION_PATH } from './openapi/documentation-page.js'
import { openStore, StoreUnusable } from './store/open-store.js'
import { VARIANTS, variantPath } from './variants.js'

/** How the log is written for people. */
const READABLE = { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }

/**
 * How the log is written for machines: at once when there is a page of it, in bytes, else after a moment, in milliseconds. What is
 * not yet written is never more than that, however busy the service is.
 */
const STDOUT = { dest: 1, sync: true, minLength: 4096, periodicFlush: 100 }

/** How long those who are being answered may take when the service stops, in milliseconds. */
const GRACE = 10_000

await runCommand(start)

async function start(config: Config): Promise<void> {
  const store = await openStore(config.databaseUrl, createQuotas(config.boards))
  const app = await buildApp({ ...config, store, logger: loggerOptions(config.logLevel) }).catch((error) => {
    throw error instanceof StoreUnavailable ? StoreUnusable.because(config.databaseUrl, error) : error
  })
  closeWithGrace({ delay: GRACE, logger: app.log }, async ({ err, signal }) => {
    app.log[err ? 'fatal' : 'info']({ err, signal }, 'stopping')
    await app.close()
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    throw new CannotStart(explainListenError(error as NodeJS.ErrnoException, config))
  }
  announce(app, config)
}

/** Lines of JSON for machines, readable ones in a terminal. No header and no body is ever logged. */
function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    // The address of a board is its key.
    redact: ['req.headers', 'res.headers', 'originalUrl'],
    serializers: { req: describeRequest },
    ...(process.stdout.isTTY ? READABLE : { stream: openLog() }),
  }
}

/** What looks like the id of a board, after a slash that may be encoded, and what follows `/b/` and `/boards/`. */
const IDS = /((?<=%2f)|(?<![\w-]))[\w-]{22}(?![\w-])|(?<=\/(b|boards)\/)[^/?#]+/gi

/** Where tokens do not belong, and are sent nevertheless (RFC 6750, section 2.3; RFC 3986, section 3.2.1). */
const TOKENS = /(?<=[?&]access_token=)[^&#]+|(?<=^[a-z]+:\/\/)[^/?#]*(?=@)/gi

/** What the log says of a request. */
function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  const masked = url.replace(TOKENS, '…').replace(IDS, '…')
  const { remotePort } = socket
  return { method, url: masked, host, remoteAddress: ip, ...(remotePort !== undefined && { remotePort }) }
}

function openLog(): DestinationStream {
  const log = destination(STDOUT)
  // Not flushSync, which never ends where nobody reads any more.
  process.once('exit', () => log.flush())
  return log
}

function explainListenError({ code, message }: NodeJS.ErrnoException, { host, port }: Config): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use; choose another with PORT or --port`
  if (code === 'EACCES') return `Port ${port} on ${host} needs rights that this user lacks`
  return `Cannot listen on ${host}:${port}: ${message}`
}

function announce(app: FastifyInstance, { host, publicUrl }: Config): void {
  const { port } = app.server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const base = publicUrl ?? `http://${name}:${port}`
  for (const variant of VARIANTS) app.log.info(`${variant.title}: ${base}${variantPath(variant)}`)
  app.log.info(`Documentation: ${base}${DOCUMENTATION_PATH}`)
}
