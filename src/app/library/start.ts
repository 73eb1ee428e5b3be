import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { addressesOf } from '../../http/listeners.js'
import { openLog } from '../../http/monitoring/log.js'
import { openStore } from '../../rooms/open-store.js'
import { explaining } from '../../rooms/storage/unusable.js'
import { buildApp } from '../app.js'
import { type AppOptions, toOptions } from '../app-options.js'
import { createQuotas, localUrl } from '../config.js'
import { apisAt, createBoard } from './board.js'
import { readOptions } from './options.js'
import type { TaskBoard, TaskBoardOptions } from './types.js'

/** The time that running requests have when the service stops, in milliseconds. */
const CLOSE_TIMEOUT = 1000

/**
 * Starts the service as `startTaskBoard` does.
 *
 * @param more options of the application that the library does not have
 */
export async function startService(
  options: TaskBoardOptions,
  more: Pick<AppOptions, 'drill' | 'onExchange'> = {},
): Promise<TaskBoard> {
  const config = readOptions(options)
  let isClosed = false
  const { host } = config
  let log: Pick<FastifyBaseLogger, 'error'> | undefined
  const report = (error: Error) => log?.error(error)
  const { databaseUrl, memoryBytes } = config
  const store = await openStore(databaseUrl, createQuotas(config), { memoryBytes, onFailure: report, onLost: report })
  const app = await explaining(
    config.databaseUrl,
    buildApp({
      ...toOptions(config),
      ...(options.clock && { clock: options.clock }),
      ...more,
      store,
      ...(await openLog(config.logLevel)),
      closeTimeout: CLOSE_TIMEOUT,
    }),
  ).catch(async (error) => {
    await store.close()
    throw error
  })
  log = app.log
  try {
    await app.listenAt(await addressesOf(host), config.port)
  } catch (error) {
    await app.close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const ownUrl = localUrl(host, port)
  const url = config.publicUrl ?? ownUrl
  return {
    url,
    port,
    apis: apisAt(url),
    board: (board = {}) =>
      createBoard(app, ownUrl, config, board, () => {
        if (isClosed) throw new Error('The service is closed')
      }),
    async close() {
      isClosed = true
      await app.close()
    },
  }
}
