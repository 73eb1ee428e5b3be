import './tick-object.js'
import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { createQuotas } from './boards/options.js'
import { CannotStart, runCommand } from './cli/run-command.js'
import type { Config } from './config.js'
import { StoreUnavailable } from './errors.js'
import { loggerOptions } from './http/log.js'
import { DOCUMENTATION_PATH } from './openapi/documentation-page.js'
import { openStore, StoreUnusable } from './store/open-store.js'
import { variantPath } from './variant-path.js'
import { VARIANTS } from './variants.js'

/** The maximum time for running requests to finish when the service stops, in milliseconds. */
const GRACE = 10_000

await runCommand(start)

async function start(config: Config): Promise<void> {
  let log: Pick<FastifyBaseLogger, 'error'> = console
  const store = await openStore(config.databaseUrl, createQuotas(config.boards), (err) => {
    log.error({ err }, 'a thread of the store ended, and is replaced')
  })
  const app = await buildApp({ ...config, store, logger: loggerOptions(config.logLevel) }).catch((error) => {
    throw error instanceof StoreUnavailable ? StoreUnusable.because(config.databaseUrl, error) : error
  })
  log = app.log
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

function explainListenError({ code, message }: NodeJS.ErrnoException, { host, port }: Config): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use; choose another with PORT or --port`
  if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}`
  return `Cannot listen on ${host}:${port}: ${message}`
}

function announce(app: FastifyInstance, { host, publicUrl }: Config): void {
  const { port } = app.server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const base = publicUrl ?? `http://${name}:${port}`
  for (const { title, name } of VARIANTS) app.log.info(`${title}: ${base}${variantPath(name)}`)
  app.log.info(`Documentation: ${base}${DOCUMENTATION_PATH}`)
}
