import { openStore } from '../rooms/open-store.js'
import { describeMigration } from '../rooms/storage/open-storage.js'
import { NAME } from '../version.js'
import type { ServeOptions } from './app-server.js'
import { type Config, createQuotas } from './config.js'

/** Starts the service. It stops when the process gets SIGTERM or SIGINT. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<void> {
  let report = ({ message }: Error): void => console.error(`${NAME}: ${message}`)
  const opening = openStore(config.databaseUrl, createQuotas(config), {
    memoryBytes: config.memoryBytes,
    onWait: (message) => console.error(`${NAME}: ${message}`),
    onFailure: (error) => report(error),
    onMigrated: (migrated) => console.error(`${NAME}: ${describeMigration(migrated)}`),
    // Ends the service as any error that nobody handles.
    onLost(error) {
      process.nextTick(() => {
        throw error
      })
    },
  })
  // The application is loaded while the thread starts that writes to the database.
  const [store, { serveStore }] = await Promise.all([opening, import('./app-server.js')])
  await serveStore(store, config, options, (log) => {
    report = (error) => log.error(error)
  })
}
