/**
 * Records what challenges observe of the solutions and the near misses of the catalogue and of the tests, for
 * `challenges.test.ts`: a mutant is judged by all of them in a second, without HTTP.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { CHALLENGES } from '../../src/rules/challenges/catalogue.js'
import { ANY, type Challenge } from '../../src/rules/challenges/challenge.js'
import type { Observed } from '../../src/rules/challenges/observed.js'
import { NEAR_MISSES } from '../../test/classroom/challenges/near-misses.js'
import { type Attempt, sendAll } from '../../test/classroom/challenges/requests.js'
import { HIDDEN, SOLUTIONS } from '../../test/classroom/challenges/solutions.js'
import { createBoard, type TestBoard } from '../../test/kit/board.js'
import { startListening } from '../../test/kit/raw-http.js'
import { shell } from '../../test/kit/shell.js'
import { startJq } from '../../test/kit/stand-in-jq.js'
import { type Recorded, SENT_HEADERS, SHOWN_HEADERS } from './recorded.js'

const observed: Observed[] = []
const recorder = { on: ANY, status: [ANY, 444, 499] as never, when: (seen: Observed) => observed.push(seen) < 0 }
const catalogue = [...CHALLENGES]
;(CHALLENGES as Challenge[]).push({ ...(CHALLENGES[0] as Challenge), name: 'recorder', steps: [recorder] })

/** The faults of the first responses of buggy to the solution and the near miss of the catalogue. */
const SCRIPTS: Record<string, string[][]> = {
  'retry-read': [['server-error'], []],
  'retry-create': [['server-error'], []],
}

t.test('records', { timeout: 0 }, async (t) => {
  /** The challenges about slow responses need them, but nothing else waits for faults. */
  let isSlow = false
  const service = await startListening(t, {
    sleep: (milliseconds, signal) => sleep(isSlow ? milliseconds : 0, null, { signal }),
  })
  const folder = t.testdir({ bin: {}, '.curlrc': 'silent' })
  writeFileSync(join(folder, 'bin/jq'), await startJq(t), { mode: 0o755 })
  const recorded: Recorded[] = []

  async function record(challenge: string, isSolved: boolean, attempt: (board: TestBoard) => Promise<unknown>) {
    const board = await createBoard(service, { fixture: 'demo' })
    await board.asOwner('PUT /faults', { json: { profile: 'none', script: SCRIPTS[challenge] ?? [] } })
    observed.length = 0
    await attempt(board)
    await board.send('GET /challenges')
    recorded.push({ challenge, isSolved, exchanges: observed.map(toRecorded) })
  }

  const play = (attempt: Attempt) => (board: TestBoard) =>
    typeof attempt === 'function' ? attempt(board) : sendAll(board, attempt)
  for (const [attempts, isSolved] of [
    [SOLUTIONS, true],
    [HIDDEN, true],
    [NEAR_MISSES, false],
  ] as const) {
    for (const [name, ways] of Object.entries(attempts)) for (const way of ways) await record(name, isSolved, play(way))
  }
  for (const { name, claim, solution, nearMiss } of catalogue) {
    if (claim !== undefined || solution.includes('sleep')) continue
    for (const commands of [solution, nearMiss]) {
      await record(name, commands === solution, async ({ id }) => {
        const cwd = join(folder, id)
        mkdirSync(cwd)
        const env = {
          CURL_HOME: folder,
          PATH: `${folder}/bin:${process.env.PATH}`,
          JSON: 'Content-Type: application/json',
        }
        isSlow = name.startsWith('time-out')
        await shell(cwd, commands, { ...env, BOARD: `${service.origin}/b/${id}` })
        // The service can notice only now that the client has disconnected.
        await sleep(isSlow ? 200 : 0)
        isSlow = false
      })
    }
  }
  writeFileSync('build/mutation/challenges.json', JSON.stringify(recorded))
})

/** Some members are getters of a class, which JSON does not have. */
function toRecorded({
  sentHeader,
  header,
  query,
  faults,
  received: _,
  sentHash,
  ...exchange
}: Observed): Recorded['exchanges'][number] {
  const valuesOf = (names: readonly string[], get: (name: string) => string | undefined) =>
    Object.fromEntries(names.map((name) => [name, get(name) ?? null]))
  return {
    ...exchange,
    sentHash,
    query: String(query),
    faults: [...faults],
    sentHeaders: valuesOf(SENT_HEADERS, sentHeader),
    headers: valuesOf(SHOWN_HEADERS, header),
  }
}
