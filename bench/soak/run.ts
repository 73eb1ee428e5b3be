/**
 * Uses a built service for a long time, as many people at once do, and fails where it loses or mixes up anything, answers
 * 5xx, or grows: `npm run soak -- --minutes 30`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient, type Reply } from './client.js'
import { measureGrowth } from './growth.js'
import { findGaps, findLosses } from './ledger.js'
import { type Replica, startReplica } from './replica.js'
import { work } from './worker.js'

const USAGE = `npm run soak -- [--minutes N] [--connections N] [--database-url URL] [--replicas N] [--crash-every SECONDS]
  --minutes N            how long, 1 unless given
  --connections N        how many at once, 200 unless given
  --database-url URL     an empty database; a file of SQLite in a temporary folder unless given
  --replicas N           how many processes of the service, 1 unless given
  --crash-every SECONDS  kill one replica after the other and start it again; they are not, unless given`

const REPORT_MILLISECONDS = 30_000
const BREACHES_SHOWN = 20

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      connections: { type: 'string', default: '200' },
      'database-url': { type: 'string' },
      replicas: { type: 'string', default: '1' },
      'crash-every': { type: 'string' },
    },
  })
  const number = (name: 'minutes' | 'connections' | 'replicas' | 'crash-every') => {
    const value = Number(values[name] ?? 0)
    if (!(value > 0) && values[name] !== undefined) throw new Error(`--${name} must be a number above 0`)
    return value
  }
  return {
    minutes: number('minutes'),
    connections: number('connections'),
    replicas: number('replicas'),
    crashEvery: number('crash-every'),
    databaseUrl: values['database-url'],
  }
}

type Options = ReturnType<typeof readOptions>

/** Reads the whole board, once nobody writes to it any more. */
async function readBoard(origin: string) {
  const client = createClient()
  const board = []
  for (let page = 0; ; page++) {
    const { json } = await client.send(`${origin}/api/v1/tasks?size=100&page=${page}`, 'GET')
    if (json.content.length === 0) break
    board.push(...json.content)
  }
  client.close()
  return board
}

async function soak(options: Options, databaseUrl: string): Promise<boolean> {
  const replicas = await Promise.all(
    Array.from({ length: options.replicas }, () => startReplica(databaseUrl)),
  )
  const counts = new Map<string, Map<number, number>>()
  const times: number[] = []
  const breaches: string[] = []
  const end = performance.now() + options.minutes * 60_000
  const isOver = () => performance.now() > end
  let unanswered = 0
  let turn = 0

  const watch = {
    isOver,
    origin: () => {
      const running = replicas.flatMap(({ origin }) => origin ?? [])
      return running[turn++ % running.length] ?? ''
    },
    onReply(operation: string, { status, milliseconds }: Reply) {
      const statuses = counts.get(operation) ?? new Map<number, number>()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      counts.set(operation, statuses)
      if (times.length < 1_000_000 && !operation.endsWith('/buggy')) times.push(milliseconds)
    },
    onNoAnswer(error: NodeJS.ErrnoException) {
      if (options.crashEvery === 0) throw error
      if (!['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error
      unanswered++
    },
    onBreach: (breach: string) => void breaches.push(breach),
  }

  const crashing = crashInTurn(replicas, options.crashEvery, isOver)
  const reporting = setInterval(() => report(replicas, counts), REPORT_MILLISECONDS)
  const ledgers = await Promise.all(
    Array.from({ length: options.connections }, (_, n) => work(`${n}`, watch)),
  )
  clearInterval(reporting)
  await crashing

  const board = await readBoard(watch.origin())
  breaches.push(...findLosses(ledgers, board), ...findGaps(board))
  report(replicas, counts)
  printCounts(counts, times, unanswered)
  console.log(
    `${board.length} tasks on the board, ${ledgers.reduce((sum, { size }) => sum + size, 0)} acknowledged`,
  )
  for (const [index, { samples }] of replicas.entries()) {
    for (const { measure, first, last, isTooMuch } of options.crashEvery === 0
      ? measureGrowth(samples)
      : []) {
      console.log(`replica ${index}: ${measure} ${Math.round(first)} → ${Math.round(last)}`)
      if (isTooMuch) breaches.push(`replica ${index}: ${measure} grows`)
    }
  }
  await Promise.all(replicas.map((replica) => replica.stop()))
  for (const breach of breaches.slice(0, BREACHES_SHOWN)) console.error(`BREACH ${breach}`)
  console.log(breaches.length === 0 ? 'No breach.' : `${breaches.length} breaches.`)
  return breaches.length === 0
}

async function crashInTurn(replicas: Replica[], seconds: number, isOver: () => boolean): Promise<void> {
  if (seconds === 0) return
  for (let turn = 0; ; turn++) {
    const next = performance.now() + seconds * 1000
    while (performance.now() < next) {
      if (isOver()) return
      await sleep(100)
    }
    await replicas[turn % replicas.length]?.crash()
  }
}

function report(replicas: Replica[], counts: Map<string, Map<number, number>>): void {
  const requests = [...counts.values()]
    .flatMap((statuses) => [...statuses.values()])
    .reduce((a, b) => a + b, 0)
  const states = replicas.map(({ samples }) => {
    const sample = samples.at(-1)
    if (sample === undefined) return 'no sample yet'
    const { rss, heap, handles, lag } = sample
    const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
    return `rss ${mebibytes(rss)}, heap ${mebibytes(heap)}, ${handles} handles, lag p99 ${lag.p99.toFixed(0)} ms, max ${lag.max.toFixed(0)} ms`
  })
  console.log(`${requests} requests; ${states.join('; ')}`)
}

function printCounts(counts: Map<string, Map<number, number>>, times: number[], unanswered: number): void {
  for (const [operation, statuses] of [...counts].sort()) {
    console.log(
      `${operation}: ${[...statuses]
        .sort()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    )
  }
  times.sort((a, b) => a - b)
  const percentile = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1)
  console.log(
    `latency in ms: p50 ${percentile(0.5)}, p99 ${percentile(0.99)}, max ${times.at(-1)?.toFixed(1)}`,
  )
  if (unanswered > 0) console.log(`${unanswered} requests without an answer, of replicas that were killed`)
}

try {
  const options = readOptions()
  const folder = mkdtempSync(join(tmpdir(), 'task-board-soak-'))
  const databaseUrl = options.databaseUrl ?? `sqlite:${folder}/board.db`
  process.exitCode = (await soak(options, databaseUrl).finally(() => rmSync(folder, { recursive: true })))
    ? 0
    : 1
} catch (error) {
  console.error(error)
  console.error(`\n${USAGE}`)
  process.exitCode = 2
}
