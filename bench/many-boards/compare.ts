import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/rooms/open-store.js'
import { type Launch, type Running, start } from '../contestants/process.js'
import { type Latency, measureLatency } from '../measure/latency.js'
import { measureRate } from '../measure/rate.js'
import { memoryAtRest } from '../measure/start.js'
import { spreadOf } from '../report/statistics.js'
import { createBoard } from '../workloads/private-boards.js'
import { CONNECTIONS, get, json, type Sequence } from '../workloads/workload.js'
import { type Comparison, type Findings, type Row, SIZES, TASKS } from './comparison.js'

const WARM_UP_SECONDS = 1
const SECONDS = 2
const LATENCY_SECONDS = 2
/** The number of tasks, and of boards, that each round creates. */
const NEW_TASKS = 2000
const NEW_BOARDS = 50

interface Server {
  running: Running
  /** The base paths of its boards. */
  boards: string[]
}

const WORKLOADS: { title: string; isOnOneBoard?: true; amount?: number; request(board: string): Request }[] = [
  { title: 'get one, always from the same board', isOnOneBoard: true, request: getOne },
  { title: 'get one, from all boards in turn', request: getOne },
  { title: 'page of 20, from all boards in turn', request: (board) => get(`${board}/api/v1/tasks`) },
  { title: 'create, on all boards in turn', amount: NEW_TASKS, request: createOne },
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

/** @param folder the folder of the databases */
export async function compareServers(folder: string, roundsMax: number): Promise<Comparison> {
  const findings: Findings[] = []
  const servers: Server[] = []
  try {
    for (const size of SIZES) {
      const file = join(folder, `${size}.db`)
      const launch: Launch = {
        args: () => ['dist/cli.js'],
        env: { DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent', BOARD_TASKS: '1000000' },
        path: '/livez',
      }
      const { boards, creation } = await fill(launch, size)
      // Closing the store merges the write-ahead log into the file.
      await (await openStore(`sqlite:${file}`)).close()
      const database = statSync(file).size
      const running = await start(launch)
      servers.push({ running, boards })
      findings.push({
        creation,
        database,
        memoryAtRest: await memoryAtRest(running.pid),
        memoryUnderLoad: 0,
      })
    }
    const rounds: Row[][] = []
    for (let round = 0; round < roundsMax; round++) {
      console.log(`Round ${round + 1} of ${roundsMax}`)
      const rows: Row[] = []
      for (const workload of WORKLOADS) rows.push(await compare(workload, servers))
      rows.push(await compareBoardCreation(servers))
      rounds.push(rows)
    }
    return { findings, rounds }
  } finally {
    for (const { running } of servers) await running.stop()
  }

  async function compare(workload: (typeof WORKLOADS)[number], all: Server[]): Promise<Row> {
    const rates: number[] = []
    const cpus: number[] = []
    for (const [index, { running, boards }] of all.entries()) {
      const load = {
        origin: running.origin,
        sequence: sequenceOf(workload, boards),
        connections: CONNECTIONS,
      }
      await measureRate({ ...load, from: 0, bound: boundOf(workload, WARM_UP_SECONDS) })
      await running.begin(false)
      const { rate, responses } = await measureRate({ ...load, from: 0, bound: boundOf(workload, SECONDS) })
      const { rss, cpu } = await running.end()
      rates.push(rate)
      cpus.push(cpu / responses)
      const found = findings[index] as Findings
      found.memoryUnderLoad = Math.max(found.memoryUnderLoad, rss)
    }
    const latencies: Row['latencies'] = []
    for (const { running, boards } of all) {
      const load = {
        origin: running.origin,
        sequence: sequenceOf(workload, boards),
        connections: CONNECTIONS,
      }
      // Half of the maximum rate of the slower server, for both.
      const rate = Math.min(...rates) / 2
      latencies.push(await measureLatency({ ...load, from: 0 }, rate, LATENCY_SECONDS))
    }
    console.log(`  ${workload.title}, 1/s: ${rates.map(Math.round).join(' · ')}`)
    return { workload: workload.title, hasGoal: !workload.isOnOneBoard, rates, cpus, latencies }
  }
}

function boundOf({ amount }: (typeof WORKLOADS)[number], seconds: number) {
  return amount === undefined ? { seconds } : { amount }
}

function sequenceOf({ isOnOneBoard, request }: (typeof WORKLOADS)[number], boards: string[]): Sequence {
  const requests = (isOnOneBoard ? boards.slice(0, 1) : boards).map(request)
  return (index) => requests[index % requests.length] as Request
}

/** Creates the boards of a server, one after the other, each with its tasks. */
async function fill(launch: Launch, size: number): Promise<{ boards: string[] } & Pick<Findings, 'creation'>> {
  const running = await start(launch)
  try {
    const boards: string[] = []
    const times: number[] = []
    while (boards.length < size) {
      const { path, milliseconds } = await createTimed(running)
      boards.push(path)
      times.push(milliseconds)
      await Promise.all(Array.from({ length: TASKS }, () => running.send(createOne(path))))
    }
    const count = Math.min(100, size)
    return {
      boards,
      creation: { first: spreadOf(times.slice(0, count)).median, last: spreadOf(times.slice(-count)).median },
    }
  } finally {
    await running.stop()
  }
}

async function createTimed(running: Running): Promise<{ path: string; milliseconds: number }> {
  const began = performance.now()
  const { path } = await createBoard(running)
  return { path, milliseconds: performance.now() - began }
}

/** Measures how many boards per second can be created one after the other, and how long each takes. */
async function compareBoardCreation(servers: Server[]): Promise<Row> {
  const latencies: Latency[] = []
  for (const { running } of servers) {
    const times: number[] = []
    while (times.length < NEW_BOARDS) times.push((await createTimed(running)).milliseconds)
    const sorted = times.toSorted((a, b) => a - b)
    latencies.push({ p50: spreadOf(sorted).median, p99: sorted.at(-1) as number })
  }
  return {
    workload: 'create a board',
    hasGoal: false,
    rates: latencies.map(({ p50 }) => 1000 / p50),
    cpus: [],
    latencies,
  }
}
