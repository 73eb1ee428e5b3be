import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { FAULTS } from '../../src/api/buggy/faults.js'
import type { Databases } from '../boards/databases.js'
import type { BoardKind } from '../boards/tasks.js'
import { type Launch, start } from './process.js'

/** Which paths and parameters the operations of a contestant have. */
export type Api = 'service' | 'json-server' | 'express'

export type ContestantName =
  | 'sqlite-10000'
  | 'floor'
  | 'durable-floor'
  | 'http-alone'
  | 'postgres-10000'
  | 'json-server'
  | 'express'
  | 'sqlite-100000'
  | 'postgres-100000'
  | 'same-plugins'

export interface Contestant {
  name: ContestantName
  title: string
  /** `undefined` if only its start is measured. */
  api?: Api
  /** How many tasks it has. */
  size: number
  /** It repeats a response of the service. */
  isFloor?: true
  needsPostgres?: true
  /** The names of the workloads that it runs, if not all. */
  workloads?: readonly string[]
  /** Not part of a quick run, because no goal depends on it. */
  isOnlyInFull?: true
  /** Prepares its own copy of the data; resolves with how to start it. */
  prepare(databases: Databases, kind: BoardKind): Promise<Launch>
}

const SMALL = 10_000
const LARGE = 100_000

const FIRST_TASK = '/api/v1/tasks/1'
/** Fault rates that are all 0, except for one. */
export function noFaultsExcept(rate?: string): string {
  const others = FAULTS.filter(({ name }) => !rate?.startsWith(`${name}=`)).map(({ name }) => `${name}=0`)
  return [...others, ...(rate === undefined ? [] : [rate])].join()
}

/** The built service on a database. */
export function service(DATABASE_URL: string, env: Record<string, string> = {}): Launch {
  return {
    args: () => ['dist/cli.js'],
    env: { ...settingsOf(DATABASE_URL), ...env },
    path: FIRST_TASK,
  }
}

function settingsOf(DATABASE_URL: string): Record<string, string> {
  return { DATABASE_URL, FAULT_RATES: noFaultsExcept(), LOG_LEVEL: 'silent' }
}

/** The compiled files of this folder. tsx would compile them with helpers that cost time in each request. */
const COMPILED = new URL('../../build/bench/contestants/', import.meta.url)

/** A script in this folder. */
function script(name: string, path: string, env: Record<string, string> = {}): Launch {
  const isSource = name.endsWith('.ts')
  const url = isSource ? new URL(name.replace(/\.ts$/, '.js'), COMPILED) : new URL(name, import.meta.url)
  return { args: () => [fileURLToPath(url)], env, path }
}

const onSqlite = (size: number): Contestant => ({
  name: `sqlite-${size}` as ContestantName,
  title: `SQLite, ${size.toLocaleString('en')}`,
  api: 'service',
  size,
  prepare: async (databases, kind) => service(await databases.sqlite(kind, size)),
})

const onPostgres = (size: number): Contestant => ({
  name: `postgres-${size}` as ContestantName,
  title: `PostgreSQL, ${size.toLocaleString('en')}`,
  api: 'service',
  size,
  needsPostgres: true,
  prepare: async (databases, kind) => service(await databases.postgres(kind, size)),
})

/**
 * The contestants in the order of their turns. The floor repeats the responses of the first. All have the same 10,000
 * tasks; the service is also measured with 100,000, and the last contestant has none.
 */
export const CONTESTANTS: readonly Contestant[] = [
  onSqlite(SMALL),
  {
    name: 'floor',
    title: 'Floor',
    api: 'service',
    size: SMALL,
    isFloor: true,
    prepare: async () => script('floor.ts', FIRST_TASK),
  },
  {
    name: 'durable-floor',
    title: 'Durable floor',
    api: 'service',
    size: SMALL,
    isFloor: true,
    prepare: async (databases) =>
      script('floor.ts', FIRST_TASK, { DATABASE: databases.sqliteEmpty().slice('sqlite:'.length) }),
  },
  {
    name: 'http-alone',
    title: 'HTTP alone',
    api: 'service',
    size: SMALL,
    isFloor: true,
    workloads: ['get-one', 'create'],
    prepare: async () => script('http-alone.ts', FIRST_TASK),
  },
  onPostgres(SMALL),
  {
    name: 'json-server',
    title: 'json-server',
    api: 'json-server',
    size: SMALL,
    async prepare(databases) {
      const file = await databases.file('json-server.json', async (path) => {
        const tasks = JSON.parse(await readFile(await databases.json(SMALL), 'utf8'))
        await writeFile(path, JSON.stringify({ tasks }))
      })
      const command = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js')
      const flags = ['--quiet', '--host', '127.0.0.1', '--port']
      return { args: (port) => [command, ...flags, String(port), file], env: {}, path: '/tasks/1' }
    },
  },
  {
    name: 'express',
    title: 'Express and SQLite',
    api: 'express',
    size: SMALL,
    isOnlyInFull: true,
    async prepare(databases) {
      const launch = (env: Record<string, string>) => script('express.mjs', '/tasks/1', env)
      const file = await databases.file('express.db', async (path) => {
        const filling = await start(launch({ DATABASE: path, SEED: await databases.json(SMALL) }))
        await filling.stop()
      })
      return launch({ DATABASE: file })
    },
  },
  onSqlite(LARGE),
  { ...onPostgres(LARGE), isOnlyInFull: true },
  {
    name: 'same-plugins',
    title: 'Fastify, same plugins',
    size: 0,
    prepare: async () => script('same-plugins.mjs', '/'),
  },
]
