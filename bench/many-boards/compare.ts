import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/store/open-store.js'
import { type Launch, type Running, start } from '../contestants/process.js'
import { type Latency, measureLatency } from '../measure/latency.js'
import { measureRate } from '../measure/rate.js'
import { memoryAtRest } from '../measure/start.js'
import { spreadOf } from '../report/statistics.js'
import { CONNECTIONS, get, json, type Sequence } from '../work/work.js'

/** How many boards the servers have, the one that is compared with first. */
export const SIZES = [1, 1000] as const
export const TASKS = 20
export const ROUNDS = 5
const WARM_UP_SECONDS = 1
const SECONDS = 2
const LATENCY_SECONDS = 2
/** How many tasks are created, and how many boards are made, in a round. */
const CREATIONS = 2000
const MAKINGS = 50

/** What was found out about a server. */
export interface Findings {
  /** What the making of the first and of the last boards took, in milliseconds. */
  making: { first: number; last: number }
  /** In bytes. */
  database: number
  memoryAtRest: number
  memoryUnderLoad: number
}

/** A work in a round, by server: rates in requests a second, and latencies. */
export interface Row {
  work: string
  rates: number[]
  latencies: (Latency | undefined)[]
}

export interface Comparison {
  findings: Findings[]
  rounds: Row[][]
}

interface Server {
  running: Running
  /** What the paths of its boards begin with. */
  boards: string[]
}

/** What is asked of a server, given the paths of the boards that are to be asked. */
const WORKS: { title: string; isOfOne?: true; amount?: number; request(board: string): Request }[] = [
  { title: 'get one, always of the same board', isOfOne: true, request: getOne },
  { title: 'get one, of all boards in turn', request: getOne },
  { title: 'page of 20, of all boards in turn', request: (board) => get(`${board}/api/v1/tasks`) },
  { title: 'create, on all boards in turn', amount: CREATIONS, request: createOne },
]

type Request = ReturnType<typeof get>

function getOne(board: string): Request {
  return get(`${board}/api/v1/tasks/1`)
}

function createOne(board: string): Request {
  return json('POST', `${board}/api/v1/tasks`, {
    title: 'Write the invoice',
    status: 'TODO',
    description: 'As every month, to those who have not paid.',
    labels: ['office'],
  })
}

/** @param folder where the databases are */
export async function compareServers(folder: string): Promise<Comparison> {
  const findings: Findings[] = []
  const servers: Server[] = []
  try {
    for (const size of SIZES) {
      const file = join(folder, `${size}.db`)
      const launch: Launch = {
        args: () => ['dist/server.js'],
        env: { DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent', BOARD_TASKS: '1000000' },
        path: '/livez',
      }
      const { boards, making } = await fill(launch, size)
      // Closed in an orderly way, so that all of it is in one file.
      await (await openStore(`sqlite:${file}`)).close()
      const database = statSync(file).size
      const running = await start(launch)
      servers.push({ running, boards })
      findings.push({
        making,
        database,
        memoryAtRest: await memoryAtRest(running.pid),
        memoryUnderLoad: 0,
      })
    }
    const rounds: Row[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`Round ${round + 1} of ${ROUNDS}`)
      const rows: Row[] = []
      for (const work of WORKS) rows.push(await compare(work, servers))
      rows.push(await compareMakings(servers))
      rounds.push(rows)
    }
    return { findings, rounds }
  } finally {
    for (const { running } of servers) await running.stop()
  }

  async function compare(work: (typeof WORKS)[number], all: Server[]): Promise<Row> {
    const rates: number[] = []
    for (const [index, { running, boards }] of all.entries()) {
      const load = { origin: running.origin, sequence: sequenceOf(work, boards), connections: CONNECTIONS }
      await measureRate({ ...load, from: 0, bound: boundOf(work, WARM_UP_SECONDS) })
      await running.begin(false)
      rates.push((await measureRate({ ...load, from: 0, bound: boundOf(work, SECONDS) })).rate)
      const { rss } = await running.end()
      const found = findings[index] as Findings
      found.memoryUnderLoad = Math.max(found.memoryUnderLoad, rss)
    }
    const latencies: Row['latencies'] = []
    for (const { running, boards } of all) {
      const load = { origin: running.origin, sequence: sequenceOf(work, boards), connections: CONNECTIONS }
      // The same rate for both, half of what the slower one reaches.
      const rate = Math.min(...rates) / 2
      latencies.push(await measureLatency({ ...load, from: 0 }, rate, LATENCY_SECONDS))
    }
    console.log(`  ${work.title}, 1/s: ${rates.map(Math.round).join(' · ')}`)
    return { work: work.title, rates, latencies }
  }
}

function boundOf({ amount }: (typeof WORKS)[number], seconds: number) {
  return amount === undefined ? { seconds } : { amount }
}

function sequenceOf({ isOfOne, request }: (typeof WORKS)[number], boards: string[]): Sequence {
  const requests = (isOfOne ? boards.slice(0, 1) : boards).map(request)
  return (index) => requests[index % requests.length] as Request
}

/** Makes the boards of a server, one after the other, each with its tasks. */
async function fill(launch: Launch, size: number): Promise<{ boards: string[]; making: Findings['making'] }> {
  const running = await start(launch)
  try {
    const boards: string[] = []
    const times: number[] = []
    while (boards.length < size) {
      const { path, milliseconds } = await makeBoard(running)
      boards.push(path)
      times.push(milliseconds)
      await Promise.all(Array.from({ length: TASKS }, () => running.send(createOne(path))))
    }
    const of = Math.min(100, size)
    return {
      boards,
      making: { first: spreadOf(times.slice(0, of)).median, last: spreadOf(times.slice(-of)).median },
    }
  } finally {
    await running.stop()
  }
}

async function makeBoard(running: Running): Promise<{ path: string; milliseconds: number }> {
  const began = performance.now()
  const { status, body } = await running.send(json('POST', '/boards', {}))
  const milliseconds = performance.now() - began
  if (status !== 201) throw new Error(`No board was made: ${body}`)
  return { path: new URL(JSON.parse(body).baseUrl).pathname, milliseconds }
}

/** How many boards are made in a second, one after the other, and how long each takes. */
async function compareMakings(servers: Server[]): Promise<Row> {
  const latencies: Latency[] = []
  for (const { running } of servers) {
    const times: number[] = []
    while (times.length < MAKINGS) times.push((await makeBoard(running)).milliseconds)
    const sorted = times.toSorted((a, b) => a - b)
    latencies.push({ p50: spreadOf(sorted).median, p99: sorted.at(-1) as number })
  }
  return { work: 'make a board', rates: latencies.map(({ p50 }) => 1000 / p50), latencies }
}
