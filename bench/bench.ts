import type { Databases } from './boards/databases.js'
import type { BoardKind } from './boards/tasks.js'
import { CONTESTANTS, type Contestant, type ContestantName } from './contestants/contestants.js'
import { type Response, start } from './contestants/process.js'
import { measureStart } from './measure/start.js'
import { checkWorkload, type Entrant, measureWorkload, warmUp } from './measure/workload.js'
import type { Options } from './options.js'
import { figure } from './report/figure.js'
import type { Results } from './report/results.js'
import { measureNeighbours } from './scenarios/neighbours.js'
import type { Observation, ScenarioName } from './scenarios/observation.js'
import { measureSlowDisk } from './scenarios/slow-disk.js'
import { MIXES } from './workloads/mixes.js'
import { createBoard, fillBoard } from './workloads/private-boards.js'
import { READS } from './workloads/reads.js'
import { type Facts, get, json, type Workload } from './workloads/workload.js'
import { WRITES } from './workloads/writes.js'

/** One round of a run. */
interface Round {
  round: number
  options: Options
  databases: Databases
  results: Results
  /** The folder for temporary files. */
  folder: string
  signal: AbortSignal
}

/** The contestants whose starts a goal compares. */
const STARTS_OF_GOAL: readonly ContestantName[] = ['sqlite-10000', 'same-plugins']

export const WORKLOADS: readonly Workload[] = [...READS, ...MIXES, ...WRITES]

/**
 * Measures every workload on every contestant, in turn, so that other load on the machine affects all of them alike. In
 * every round each contestant is a new process on fresh data. Workloads that change the data come last.
 *
 * @param folder the folder for temporary files
 * @param signal ends the run
 */
export async function bench(
  options: Options,
  databases: Databases,
  folder: string,
  signal: AbortSignal,
): Promise<Results> {
  const results: Results = { measurements: [], starts: [], observations: [], notes: [], size: undefined }
  const contestants = CONTESTANTS.filter(
    ({ needsPostgres, isOnlyInFull }) =>
      !(needsPostgres && !databases.hasPostgres) && !(isOnlyInFull && options.isQuick),
  )
  for (let round = 0; round < options.rounds; round++) {
    console.log(`Round ${round + 1} of ${options.rounds}`)
    const context = { round, options, databases, results, folder, signal }
    if (options.only.length === 0 || options.only.includes('start')) await measureStarts(contestants, context)
    // A process gets faster while it runs, so the order of the reads alternates.
    const workloads = [...alternate(READS, round), ...MIXES, ...WRITES].filter(({ name, isQuick }) =>
      options.only.length === 0 ? isQuick || !options.isQuick : options.only.includes(name),
    )
    await measureWorkloads('board', workloads, contestants, context)
    await measureWorkloads('column', workloads, contestants, context)
    await measureScenarios(context)
    await databases.dropCopies()
  }
  return results
}

async function measureStarts(
  contestants: Contestant[],
  { round, options, databases, results, signal }: Round,
): Promise<void> {
  const printed: string[] = []
  for (const contestant of contestants) {
    const { name, title, isFloor } = contestant
    if (isFloor || (options.isQuick && !STARTS_OF_GOAL.includes(name))) continue
    signal.throwIfAborted()
    const started = await measureStart(await contestant.prepare(databases, 'board'))
    results.starts.push({ round, contestant: name, ...started })
    printed.push(`${title} ${figure(started.milliseconds)}`)
  }
  console.log(`  start, ms: ${printed.join(' · ')}`)
}

/** Measures the workloads of one kind of board. */
async function measureWorkloads(
  kind: BoardKind,
  all: Workload[],
  contestants: Contestant[],
  { round, options, databases, results, signal }: Round,
): Promise<void> {
  const workloads = all.filter((workload) => workload.kind === kind)
  const entrants: Entrant[] = []
  try {
    for (const contestant of contestants) {
      if (!workloads.some((workload) => takesPart(contestant, workload))) continue
      const running = await start(await contestant.prepare(databases, kind))
      const entrant: Entrant = {
        contestant,
        running,
        facts: { size: contestant.size, columnLength: 0, token: '', boards: [] },
      }
      entrants.push(entrant)
      if (contestant.api === 'service' && !contestant.isFloor) entrant.facts = await readFacts(entrant)
    }
    for (const { running } of entrants) await warmUp(running, options)
    for (const workload of workloads) {
      const printed: string[] = []
      const participants = entrants.filter(({ contestant }) => takesPart(contestant, workload))
      let constants: Response[] | undefined
      for (const entrant of participants) {
        await createBoardsFor(workload, entrant)
        const responses = await checkWorkload(workload, entrant, constants)
        constants ??= responses
      }
      // The speed of the machine changes over time.
      for (const entrant of alternate(participants, round)) {
        const { name, title } = entrant.contestant
        signal.throwIfAborted()
        const measured = await measureWorkload(workload, entrant, options)
        results.measurements.push({ round, workload: workload.name, contestant: name, ...measured })
        printed.push(`${title} ${figure(measured.rate)}`)
      }
      console.log(`  ${workload.name}, 1/s: ${printed.join(' · ')}`)
    }
  } finally {
    for (const { running } of entrants) await running.stop()
  }
}

/** Runs the scenarios, in which expensive requests must not delay others. */
async function measureScenarios({ round, options, databases, results, folder, signal }: Round): Promise<void> {
  const { only, isQuick, scenarioSeconds: seconds } = options
  const context = { round, seconds, isQuick, folder, databases, observe, signal }
  const isWanted = (name: ScenarioName) => only.length === 0 || only.includes(name)
  if (isWanted('slow-disk') && !(await measureSlowDisk(context))) {
    results.notes = ['The slow disk was not measured: it needs Linux and a C compiler (`cc`).']
  }
  if (isWanted('neighbours')) await measureNeighbours(context)

  function observe(observation: Observation): void {
    results.observations.push(observation)
    const { store, scenario, situation, latencies, loadRate } = observation
    const printed = Object.entries(latencies).map(
      ([target, { p50, p99 }]) => `${target} ${figure(p50)} / ${figure(p99)}`,
    )
    const rate = loadRate === undefined ? '' : ` ${figure(loadRate)} times per second`
    console.log(`  ${scenario}, ${store}, ${situation}${rate}, p50 / p99 in ms: ${printed.join(' · ')}`)
  }
}

/** Creates the private boards of a workload. The floor has no boards and uses the paths of the default board. */
async function createBoardsFor({ boards }: Workload, { contestant, running, facts }: Entrant): Promise<void> {
  facts.boards = []
  if (boards === undefined || contestant.isFloor) return
  for (let index = 0; index < boards.count; index++) {
    const board = await createBoard(running)
    await fillBoard(running, board, boards.tasks)
    facts.boards = [...facts.boards, board.path]
  }
}

/** Reverses the order in every other round. */
function alternate<T>(all: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? all : all.toReversed()
}

function takesPart({ api, name, workloads }: Contestant, workload: Workload): boolean {
  const { requests, contestants = [name] } = workload
  const isIncluded = contestants.includes(name) && (workloads?.includes(workload.name) ?? true)
  return api !== undefined && requests[api] !== undefined && isIncluded
}

async function readFacts({ running, facts }: Entrant): Promise<Facts> {
  const summary = await running.send(get('/api/v1/tasks/summary'))
  const credentials = { username: 'admin', password: 'admin123' }
  const login = await running.send(json('POST', '/api/v2/auth/login', credentials))
  return {
    ...facts,
    columnLength: JSON.parse(summary.body).todoTasks,
    token: JSON.parse(login.body).token,
  }
}
