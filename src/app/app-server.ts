import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import closeWithGrace, { type AllEvents } from 'close-with-grace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { earlier } from '../api/editions/earlier.js'
import { VARIANTS } from '../api/variants.js'
import { CommandFailed } from '../contract/command-failed.js'
import { variantPath } from '../contract/variant-path.js'
import { inheritedSockets } from '../http/inherited-sockets.js'
import { addressesOf } from '../http/listeners.js'
import { openLog } from '../http/monitoring/log.js'
import { isLoopback, urlHost } from '../http/request-target.js'
import { explaining, withoutPassword } from '../rooms/storage/unusable.js'
import type { Store } from '../rooms/store.js'
import { DOCUMENTATION_PATH } from '../site/documentation-page.js'
import { buildApp } from './app.js'
import { type AppOptions, toOptions } from './app-options.js'
import { type Config, localUrl } from './config.js'
import { prepareForRepeatedSignals } from './repeated-signals.js'
import { flagOf } from './setting.js'
import { removeUrl, writeUrl } from './url-file.js'

/** The maximum time for running requests to finish when the service stops, in milliseconds. */
const GRACE = 10_000

/**
 * Signals of a process that cannot continue. With a listener, Node.js would repeat the failed instruction forever. It
 * fails for example when it exits after its terminal has closed.
 */
const FATAL_SIGNALS: AllEvents[] = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']

const NO_CREATORS =
  'No client can create private boards: set ADMIN_TOKEN to let the administrator create them, or BOARDS=open to let everyone'

/** What the application needs of the process that has opened the store. */
export interface ServeOptions extends Pick<AppOptions, 'testing'> {
  /** What the log says after the start, if anything. */
  warning?: string | undefined
}

/**
 * Builds the applications of a store, and listens.
 *
 * @param onBuilt gets the log as soon as there is one
 */
export async function serveStore(
  store: Store,
  config: Config,
  { warning, testing }: ServeOptions,
  onBuilt: (log: FastifyBaseLogger) => void,
): Promise<void> {
  const options = toOptions(config)
  let url: string | undefined
  const { earlierPort } = config
  // All applications use the store until the last of them is closed.
  const shared = { ...store, close: async () => {} }
  const given = { ...options, ...(await openLog(config.logLevel)), testing, store: shared }
  const build = (options: AppOptions) => explaining(config.databaseUrl, buildApp(options))
  const app = await build(given)
  // PUBLIC_URL is the URL of the current edition.
  const earlierOptions = { ...given, edition: earlier, publicUrl: undefined, demoData: false, main: app }
  const earlierApp = earlierPort === undefined ? undefined : await build(earlierOptions)
  const close = async () => {
    await Promise.all([app.close(), earlierApp?.close()])
    await store.close()
  }
  onBuilt(app.log)
  const ignoreRepeatedSignals = prepareForRepeatedSignals()
  closeWithGrace({ delay: GRACE, logger: app.log, skip: FATAL_SIGNALS }, async ({ err, signal }) => {
    ignoreRepeatedSignals()
    app.log[err ? 'fatal' : 'info']({ err, signal }, 'stopping')
    if (config.urlFile !== undefined && url !== undefined) removeUrl(config.urlFile, url)
    await close()
    // The terminal has closed, and Node.js would crash when it resets it at exit.
    if (signal === 'SIGHUP') process.once('exit', () => process.removeAllListeners(signal).kill(process.pid, signal))
  })
  const { host, port } = config
  const listenAt = async (app: FastifyInstance, port: number) => app.listenAt(await addressesOf(host), port)
  const passed = inheritedSockets(process.env, process.pid)
  await listen(close, { host, port, setting: passed.length > 0 ? 'LISTEN_FDS' : 'PORT' }, () =>
    passed.length > 0 ? app.listenOn(passed, host) : listenAt(app, port),
  )
  url = urlOf(app, host)
  app.log.info(`Data: ${describeDatabase(config.databaseUrl)}`)
  announce(app, options, url)
  if (earlierApp !== undefined && earlierPort !== undefined) {
    const address = { host, port: earlierPort, setting: 'EARLIER_PORT' }
    await listen(close, address, () => listenAt(earlierApp, earlierPort))
    announce(earlierApp, earlierOptions, urlOf(earlierApp, host))
  }
  const boardHost = isLoopback(host) ? host : '127.0.0.1'
  for (const { id, port } of config.boardPorts) {
    const address = { host: boardHost, port, setting: 'BOARD_PORT' }
    const boardPort = await listen(close, address, () => app.listenAlso(boardHost, port, id))
    app.log.info(`Board: http://${urlHost(boardHost)}:${boardPort}`)
  }
  if (config.urlFile !== undefined) writeUrl(app.log, config.urlFile, url)
  if (config.creators === 'admin' && config.adminToken === undefined) app.log.warn(NO_CREATORS)
  if (warning !== undefined) app.log.warn(warning)
}

interface Address {
  host: string
  port: number
  /** The setting that names the port. */
  setting: string
}

/** Returns the URL at which this machine reaches an application. */
function urlOf({ server }: FastifyInstance, host: string): string {
  return localUrl(host, (server.address() as AddressInfo).port)
}

/** Listens at an address, or closes what is open and explains why that is not possible. */
async function listen<T>(close: () => Promise<unknown>, address: Address, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    await close()
    throw new CommandFailed(explainListenError(error as NodeJS.ErrnoException, address))
  }
}

function explainListenError({ code, message }: NodeJS.ErrnoException, { host, port, setting }: Address): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use; choose another with ${setting} or --${flagOf(setting)}`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}`
  if (setting === 'LISTEN_FDS') return `The service cannot use the sockets of LISTEN_FDS: ${message}`
  return `Cannot listen on ${host}:${port}: ${message}`
}

function announce(
  app: FastifyInstance,
  { publicUrl, edition }: Pick<ReturnType<typeof toOptions>, 'publicUrl' | 'edition'>,
  url: string,
): void {
  const base = publicUrl ?? url
  for (const { title, name } of VARIANTS) app.log.info(`${title}${edition.titleSuffix}: ${base}${variantPath(name)}`)
  app.log.info(`Documentation: ${base}${DOCUMENTATION_PATH}`)
}

/** Returns the file of a SQLite database, or the URL of another one without its password. */
function describeDatabase(url: string): string {
  const [, file] = /^sqlite:(.*)$/s.exec(url) ?? []
  if (file === undefined) return withoutPassword(url)
  return file === ':memory:' ? 'in memory, until the service stops' : resolve(file)
}
