import type { Databases } from './boards/databases.js'
import type { BoardKind } from './boards/tasks.js'
import { CONTESTANTS, type Contestant, type ContestantName } from './contestants/contestants.js'
import { type Answer, start } from './contestants/process.js'
import { measureStart } from './measure/start.js'
import { type Entrant, measureWork, tryWork, warmUp } from './measure/work.js'
import type { Options } from './options.js'
import { figure } from './report/figure.js'
import type { Results } from './report/results.js'
import { READS } from './work/reads.js'
import { type Facts, get, json, type Work } from './work/work.js'
import { WRITES } from './work/writes.js'

/** One round of a run. */
interface Round {
  round: number
  options: Options
  databases: Databases
  results: Results
  signal: AbortSignal
}

/** Whose starts a goal compares. */
const STARTS_OF_GOAL: readonly ContestantName[] = ['sqlite-10000', 'same-plugins']

export const WORKS: readonly Work[] = [...READS, ...WRITES]

/**
 * Measures every work of every contestant, one after the other in every round, so that what the machine does meanwhile
 * meets all of them alike. In every round each is a new process on fresh data, and what changes the data comes last.
 *
 * @param signal ends the run
 */
export async function bench(options: Options, databases: Databases, signal: AbortSignal): Promise<Results> {
  const results: Results = { measurements: [], starts: [], size: undefined }
  const contestants = CONTESTANTS.filter(
    ({ needsPostgres, isOnlyInFull }) =>
      !(needsPostgres && !databases.hasPostgres) && !(isOnlyInFull && options.isQuick),
  )
  for (let round = 0; round < options.rounds; round++) {
    console.log(`Round ${round + 1} of ${options.rounds}`)
    const context = { round, options, databases, results, signal }
    if (options.only.length === 0 || options.only.includes('start')) await measureStarts(contestants, context)
    // A process gets faster while it runs.
    const works = [...inTurn(READS, round), ...WRITES].filter(({ name, isQuick }) =>
      options.only.length === 0 ? isQuick || !options.isQuick : options.only.includes(name),
    )
    await measureWorks('board', works, contestants, context)
    await measureWorks('column', works, contestants, context)
    await databases.dropCopies()
  }
  return results
}

async function measureStarts(
  contestants: Contestant[],
  { round, options, databases, results, signal }: Round,
): Promise<void> {
  const told: string[] = []
  for (const contestant of contestants) {
    const { name, title, isFloor } = contestant
    if (isFloor || (options.isQuick && !STARTS_OF_GOAL.includes(name))) continue
    signal.throwIfAborted()
    const started = await measureStart(await contestant.prepare(databases, 'board'))
    results.starts.push({ round, contestant: name, ...started })
    told.push(`${title} ${figure(started.milliseconds)}`)
  }
  console.log(`  start, ms: ${told.join(' · ')}`)
}

/** Measures what is done on one kind of board. */
async function measureWorks(
  kind: BoardKind,
  works: Work[],
  contestants: Contestant[],
  { round, options, databases, results, signal }: Round,
): Promise<void> {
  const ofKind = works.filter((work) => work.kind === kind)
  const entrants: Entrant[] = []
  try {
    for (const contestant of contestants) {
      if (!ofKind.some((work) => takesPart(contestant, work))) continue
      const running = await start(await contestant.prepare(databases, kind))
      const entrant = { contestant, running, facts: { size: contestant.size, columnLength: 0, token: '' } }
      entrants.push(entrant)
      if (contestant.api === 'service' && !contestant.isFloor) entrant.facts = await readFacts(entrant)
    }
    for (const { running } of entrants) await warmUp(running, options)
    for (const work of ofKind) {
      const told: string[] = []
      const participants = entrants.filter(({ contestant }) => takesPart(contestant, work))
      let constant: Answer | undefined
      for (const entrant of participants) {
        const answer = await tryWork(work, entrant, constant)
        constant ??= answer
      }
      // The machine is not the same all the time.
      for (const entrant of inTurn(participants, round)) {
        const { name, title } = entrant.contestant
        signal.throwIfAborted()
        const measured = await measureWork(work, entrant, options)
        results.measurements.push({ round, work: work.name, contestant: name, ...measured })
        told.push(`${title} ${figure(measured.rate)}`)
      }
      console.log(`  ${work.name}, 1/s: ${told.join(' · ')}`)
    }
  } finally {
    for (const { running } of entrants) await running.stop()
  }
}

/** What comes first in one round comes last in the next. */
function inTurn<T>(all: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? all : all.toReversed()
}

function takesPart({ api, name }: Contestant, { requests, contestants }: Work): boolean {
  return api !== undefined && requests[api] !== undefined && (contestants?.includes(name) ?? true)
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
