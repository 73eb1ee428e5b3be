import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { spreadOf } from './statistics.js'

const PACKAGES = ['fastify', 'autocannon', 'json-server', 'express'] as const
const DURABLE_WRITES = 50

/**
 * Describes the machine as a Markdown list. Call it before the run, because it includes the load average.
 *
 * @param folder the folder of the databases
 * @param server the URL of a database on a PostgreSQL server
 */
export async function describeMachine(folder: string, server: string | undefined): Promise<string> {
  const [cpu] = cpus()
  const lines = [
    `${cpu?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, ${platform()} ${release()} (${arch()})`,
    `Node.js ${process.versions.node}, SQLite ${sqliteVersion()}, ${await postgresVersion(server)}`,
    PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(', '),
    `a durable write of 4 KiB took ${durableWriteMilliseconds(folder).toFixed(2)} ms; the load average before the run was ${loadavg()[0]?.toFixed(2)}`,
    new Date().toISOString().slice(0, 10),
  ]
  return lines.map((line) => `- ${line}`).join('\n')
}

function versionOf(name: string): string {
  return createRequire(import.meta.url)(`${name}/package.json`).version
}

function sqliteVersion(): string {
  const database = new DatabaseSync(':memory:')
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  database.close()
  return version
}

async function postgresVersion(server: string | undefined): Promise<string> {
  if (server === undefined) return 'no PostgreSQL'
  const client = new Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('SHOW server_version')
  await client.end()
  return `PostgreSQL ${rows[0].server_version}`
}

/** Measures the write and `fdatasync` that a commit waits for. */
function durableWriteMilliseconds(folder: string): number {
  const path = join(folder, 'durable-write')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 'bench')
  const times = Array.from({ length: DURABLE_WRITES }, () => {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(path)
  return spreadOf(times).median
}
