import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { lastingDatabase } from '../../kit/database.js'
import { type ServerProcess, startProcess } from '../../kit/process.js'
import { startProxy, type TcpProxy } from '../../postgres/proxy.js'
import { execute, findPostgres, type PostgresServer, startPostgres } from '../../postgres/server.js'
import { assertScores } from '../class/assert-scores.js'
import { type Learner, learn, SKILLS } from '../class/learner.js'
import { findContradictions, type History, longestGap, read, readAgain, write } from './load.js'

/** The duration of a failure, in milliseconds. */
const DURATION = 12_000
/** The time for which an answered statement proves that a process serves its database, and a margin for this machine. */
const PROOF = 5_000 + 250
/** How much longer a failure may last than docs/hosting.md says, on a busy machine, in seconds. */
const MARGIN = 5
/** What a commit of tasks contains. */
const COMMITTED = '"kind":"task"'
const BOARDS = 4
const LEARNERS = 8
const FAULTS = { profile: 'stormy', rates: { 'slow-response': 0.1 } }

const postgres = await startPostgres(findPostgres() ?? '', true)
t.teardown(() => postgres.remove())

interface Setting {
  first: ServerProcess
  /** The connection of the first process to PostgreSQL. */
  proxy: TcpProxy | undefined
  /** The server of PostgreSQL. */
  postgres: PostgresServer
  /** When the failure began, as `performance.now()`. */
  from: number
}

interface Failure {
  /** Returns how the first process has ended, if the failure ends it. */
  run(setting: Setting): Promise<unknown>
  /** Whether the waiting process has the same connection to PostgreSQL. */
  isShared?: boolean
}

const last = () => sleep(DURATION)

const OF_PROCESS: Record<string, Failure> = {
  'It is stopped (SIGTERM)': { run: ({ first }) => first.stop() },
  'It is killed (SIGKILL)': { run: ({ first }) => first.stop('SIGKILL') },
  'It is suspended (SIGSTOP) for 12 seconds': {
    async run({ first: { pid } }) {
      process.kill(pid, 'SIGSTOP')
      await last()
      process.kill(pid, 'SIGCONT')
    },
  },
}

/** Blocks the connection to PostgreSQL; or lets it block itself, after it has forwarded a text. */
async function disconnect(setting: Setting, after?: string): Promise<void> {
  const proxy = setting.proxy as TcpProxy
  if (after === undefined) proxy.isBlocked = true
  else proxy.blockAfter = after
  while (!proxy.isBlocked) await sleep(1)
  setting.from = performance.now()
  delete proxy.blockAfter
  await last()
  proxy.isBlocked = false
}

const OF_DATABASE: Record<string, Failure> = {
  'It does not reach PostgreSQL for 12 seconds': { run: (setting) => disconnect(setting) },
  'The same, in the middle of a commit': { run: (setting) => disconnect(setting, COMMITTED) },
  'No process reaches PostgreSQL for 12 seconds': {
    isShared: true,
    run: (setting) => disconnect(setting, COMMITTED),
  },
  'PostgreSQL is suspended for 12 seconds': {
    async run({ postgres }) {
      postgres.pause()
      await last()
      postgres.resume()
    },
  },
  'PostgreSQL is restarted': {
    async run({ postgres }) {
      await postgres.stop()
      await postgres.start()
    },
  },
  'PostgreSQL crashes and starts again': {
    async run({ postgres }) {
      await postgres.stop('immediate')
      await postgres.start()
    },
  },
}

/** The times without service in seconds, from the table in docs/hosting.md. */
function documentedTimes(): Map<string, string[]> {
  const text = readFileSync(new URL('../../../docs/hosting.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (.*?) \| (\d+ s|–) \| (\d+ s|–) \|$/gm)]
  return new Map(rows.map(([, name = '', ...times]) => [name, times]))
}
const times = documentedTimes()

/** Creates a class whose boards have faults. */
async function createClass({ send }: ServerProcess) {
  const exercise = { title: 'Find them', feedback: 'after' }
  const json = { name: 'Class', count: LEARNERS, fixture: 'demo', faults: FAULTS, exercise }
  const { id, boards, trainerSecret } = (await send('POST /classes', { json })).json
  const learners: Learner[] = boards.map((board: { id: string }, index: number) => ({
    board: board.id,
    skill: SKILLS[index % SKILLS.length],
    sent: new Map(),
    answered: new Set(),
    claims: [],
  }))
  return { id, learners, trainerSecret }
}

/** Starts a process that waits for the database. A service manager starts it again if it ends before it serves. */
async function startWaiting(t: Test, databaseUrl: string, isOver: () => boolean): Promise<ServerProcess | undefined> {
  while (!isOver()) {
    const started = await startProcess(t, { env: { DATABASE_URL: databaseUrl } }).catch(() => undefined)
    if (started !== undefined) return started
  }
  return undefined
}

async function fail(t: Test, databaseUrl: string, { run, isShared = false }: Failure): Promise<number> {
  const proxy = databaseUrl.startsWith('postgres') ? await startProxy(t, databaseUrl) : undefined
  const url = proxy?.url ?? databaseUrl
  const first = await startProcess(t, { env: { DATABASE_URL: url } })
  const { id, learners, trainerSecret } = await createClass(first)
  const boards: string[] = []
  while (boards.length < BOARDS) boards.push((await first.send('POST /boards')).json.id)

  const front = await startProxy(t, first.base)
  const server = front.url.replace(/\/$/, '')
  let isOver = false
  const isEnded = () => isOver
  const history: History = { successes: [], unknown: new Map() }
  /** What the clients of the first process see that have no front. */
  const direct: History = { successes: [], unknown: history.unknown }
  const load = Promise.all([
    ...boards.flatMap((board, index) => [
      write(`a${index}`, server, board, history, isEnded),
      write(`b${index}`, server, board, history, isEnded),
      readAgain(server, board, history, isEnded),
      write(`c${index}`, first.base, board, direct, isEnded),
      readAgain(first.base, board, direct, isEnded),
    ]),
    ...learners.map((learner) => learn(learner, server, isEnded)),
  ])
  /** When the second process has taken over. */
  let since = Number.POSITIVE_INFINITY
  startWaiting(t, isShared ? url : databaseUrl, isEnded).then((started) => {
    if (started === undefined) return
    since = performance.now()
    front.redirect(started.port)
  })

  await sleep(4000)
  const setting = { first, proxy, postgres, from: performance.now() }
  const exit = await run(setting)
  const { from } = setting
  const until = performance.now()
  const recent = () => history.successes.filter((each) => !each.isRead && each.until > until + 1000).length
  while (recent() < 200) await sleep(50)
  isOver = true
  await load

  const late = direct.successes.filter((each) => (each.until > from + PROOF && each.until < until) || each.from > since)
  const times = late.map(
    (each) => `sent after ${Math.round(each.from - from)} ms, arrived after ${Math.round(each.until - from)}`,
  )
  t.strictSame(times, [], 'the first process sends no response late')
  if (since < performance.now() && exit === undefined) t.equal((await first.stop('SIGWINCH')).code, 1)
  const everything = { ...history, successes: [...history.successes, ...direct.successes] }
  for (const board of boards) await read(server, board, everything)
  t.strictSame(findContradictions(everything), [], 'nothing acknowledged or shown is lost, and nothing is stored late')
  await assertScores(t, {
    id,
    learners,
    get: async (path) =>
      (await fetch(server + path, { headers: { authorization: `Bearer ${trainerSecret}` } })).json() as never,
  })
  t.ok(learners.some(({ claims }) => claims.length > 0))
  return longestGap(history) / 1000
}

let databases = 0

async function createDatabase(): Promise<string> {
  const name = `failover_${databases++}`
  await execute(postgres.url, `CREATE DATABASE ${name}`)
  return postgres.url.replace(/postgres$/, name)
}

for (const [name, failure] of Object.entries({ ...OF_PROCESS, ...OF_DATABASE })) {
  const [onSqlite = '', onPostgres = ''] = times.get(name) ?? []
  for (const [database, time, create] of [
    ['SQLite', onSqlite, lastingDatabase],
    ['PostgreSQL', onPostgres, createDatabase],
  ] as const) {
    if (time === '–') continue
    t.test(`${database}: ${name}`, async (t) => {
      const seconds = await fail(t, await create(t), failure)
      t.comment(`${database}: ${name}: ${seconds.toFixed(1)} s without service`)
      t.ok(seconds < Number.parseInt(time, 10) + MARGIN, `about ${time} without service, as documented`)
    })
  }
}
