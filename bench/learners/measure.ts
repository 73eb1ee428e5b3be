import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import type { PostgresServer } from '../../test/postgres/server.js'
import { type Launch, type Report, type Running, start } from '../contestants/process.js'
import { json } from '../workloads/workload.js'
import { startDelayProxy } from './delay-proxy.js'
import type { Course, Found, Observed } from './messages.js'
import type { Options } from './options.js'

/** The requests per second of a learner. */
export const RATE = 2
/** The number of learners of a class. */
const CLASS_SIZE = 25
/** The delay of slow responses in milliseconds: as long as the default is on average, and known. */
const SLOW_RESPONSE = 3500
/** The log is written every half second. */
const LOG_MILLISECONDS = 1000
/** The core of the service. All other processes have the one of this process. */
const SERVICE_CORE = 0

/** The figures of one run. */
export interface Figures {
  observed: Observed
  /** Of the service, while the learners were observed. */
  report: Report
  found: Found
  /** Of a board before its learner begins, and of a request; in bytes. */
  memory: { board: number; request: number }
  disk: { board: number; request: number }
  /** The load average of the machine before the run. */
  load: number
}

/** What the service has, in bytes. */
interface Usage {
  memory: number
  disk: number
}

/**
 * Lets learners use the service, each on a board of a class with an exercise and the default faults, then kills the service
 * and looks whether everything is there that it has acknowledged.
 *
 * @param folder the folder of the database and of profiles
 * @param postgres the server of the database; by default, it is a file of SQLite
 */
export async function measure(options: Options, folder: string, postgres?: PostgresServer): Promise<Figures> {
  const { learners, warmUp, seconds, roundTrip, profile } = options
  const load = loadavg()[0] as number
  const server = postgres && new URL(postgres.url)
  const proxy = server && (await startDelayProxy(server.hostname, Number(server.port), roundTrip / 2))
  const file = join(folder, `${learners}.db`)
  const database = server === undefined ? `sqlite:${file}` : Object.assign(new URL(server), { port: proxy?.port }).href

  async function usage(running: Running): Promise<Usage> {
    await sleep(LOG_MILLISECONDS)
    return { memory: await running.memory(), disk: await (server ? sizeOnPostgres(server.href) : sizeOfFile(file)) }
  }

  const launch: Launch = {
    args: () => ['--expose-gc', ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), 'dist/cli.js'],
    env: { DATABASE_URL: database, LOG_LEVEL: 'silent', BOARDS_MAX: '100000' },
    path: '/livez',
    core: SERVICE_CORE,
  }
  const generator = fork(new URL('generator.ts', import.meta.url))
  // The run fails, and so ends all processes. The signal may arrive twice: from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => generator.kill())
  async function ask<T>(command: object): Promise<T> {
    generator.send(command)
    const [reply] = await Promise.race([
      once(generator, 'message'),
      once(generator, 'exit').then(([code]) => {
        throw new Error(`The learners have ended with ${code}`)
      }),
    ])
    return reply as T
  }

  let running = await start(launch)
  try {
    const empty = await usage(running)
    const bases = await createBoards(running, learners)
    const created = await usage(running)
    const course: Course = { origin: running.origin, bases, rate: RATE, seconds, slowResponse: SLOW_RESPONSE }
    // A new process is slow. If its queue grew too long, the figures would only show how it shrinks.
    console.error(`${learners} learners warm it up`)
    await ask<Observed>({ learn: { ...course, rate: RATE / 2, seconds: warmUp } })
    const warm = await usage(running)
    console.error('They are observed')
    await running.begin(false)
    const observed = await ask<Observed>({ learn: course })
    const report = await running.end()
    const after = await usage(running)
    console.error('Everything is looked for')
    // A profile is written by a process that ends by itself.
    await running.stop(profile ? 'SIGTERM' : 'SIGKILL')
    running = await start({ ...launch, args: () => ['dist/cli.js'] })
    const found = await ask<Found>({ check: running.origin })
    const perBoard = (of: keyof Usage) => (created[of] - empty[of]) / learners
    const perRequest = (of: keyof Usage) => (after[of] - warm[of]) / observed.responses
    return {
      observed,
      report,
      found,
      memory: { board: perBoard('memory'), request: perRequest('memory') },
      disk: { board: perBoard('disk'), request: perRequest('disk') },
      load,
    }
  } finally {
    await running.stop()
    generator.kill()
    proxy?.close()
  }
}

/** Creates classes, and returns the paths of their boards. */
async function createBoards(running: Running, count: number): Promise<string[]> {
  const bases: string[] = []
  while (bases.length < count) {
    const { status, body } = await running.send(
      json('POST', '/classes', {
        name: 'Testing APIs',
        count: Math.min(CLASS_SIZE, count - bases.length),
        fixture: 'demo',
        exercise: { title: 'Find the broken responses', challenges: ['first-hour'] },
        faults: { disclose: true, delay: [SLOW_RESPONSE, SLOW_RESPONSE] },
      }),
    )
    if (status !== 201) throw new Error(`Creating a class returned ${status}: ${body}`)
    for (const { baseUrl } of JSON.parse(body).boards) bases.push(new URL(baseUrl).pathname)
  }
  return bases
}

/** Returns the size of all pages in use, with those in the write-ahead log. */
function sizeOfFile(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const read = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0] as number
  const size = (read('page_count') - read('freelist_count')) * read('page_size')
  database.close()
  return size
}

async function sizeOnPostgres(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS size')
  await client.end()
  return Number(rows[0].size)
}
