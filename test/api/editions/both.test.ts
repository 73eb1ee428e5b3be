import fc from 'fast-check'
import t, { type Test } from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { lastingDatabase } from '../../kit/database.js'
import { type Json, multipart } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { oraclesOf, sendTo, startProcess } from '../../kit/process.js'
import { seedOf } from '../../properties/check.js'
import { statefulSequences } from '../../properties/stateful.js'
import { assertContiguous, createRandom } from '../../rooms/store/contract/shared.js'
import { openProcessBench, type Served } from './process-bench.js'

const NO_FAULTS = FAULTS.map(({ name }) => `${name}=0`).join(',')
const CASES = repeat(1, 15)
const TASKS = 12

const seed = seedOf(process.env.FUZZ_SEED, 'FUZZ_SEED')
t.comment(`FUZZ_SEED=${seed}`)

let started: Promise<[Served, Served]> | undefined

/** The editions of a process that serves both on one database. The first test starts it. */
function shareProcess(): Promise<[Served, Served]> {
  started ??= start()
  return started
}

async function start(): Promise<[Served, Served]> {
  const env = { DATABASE_URL: await lastingDatabase(t), FAULT_RATES: NO_FAULTS, EARLIER_PORT: '0' }
  const { send, waitForLog, stop } = await startProcess(t, { env, isCovered: true })
  // The process records its coverage only if it stops by itself.
  t.teardown(() => stop())
  const { msg } = await waitForLog(({ msg }) => msg.startsWith('Task Board Service v1 (earlier edition): '))
  const base = new URL(msg.split(': ')[1]).origin
  return [
    { edition: 'current', send },
    { edition: 'earlier', send: sendTo(t, base, oraclesOf('earlier')) },
  ]
}

/** Checks sequences of requests to a board, in one edition or alternately in several. */
async function checkSequences(t: Test, served: readonly [Served, ...Served[]], board: string): Promise<void> {
  const bench = await openProcessBench(served, board)
  const property = statefulSequences(bench, ['v1', 'v2', 'buggy'])
  // Without shrinking: every case starts with hundreds of requests to processes.
  const result = await fc.check(property, { numRuns: CASES, seed, endOnFailure: true })
  const names = served.map(({ edition }) => edition).join(' and ')
  t.equal((result.errorInstance as Error | null)?.message, undefined, names)
  t.equal(result.numRuns, CASES)
}

t.test('two editions of one process match the model side by side', async (t) => {
  const [now, before] = await shareProcess()
  const boards = await Promise.all(
    [now, before].map(async ({ send }) => (await send('POST /boards', { json: {} })).json.id as string),
  )
  await Promise.all([
    checkSequences(t, [now], boards[0] as string),
    checkSequences(t, [before], boards[1] as string),
    checkSequences(t, [now, before], DEFAULT_BOARD),
  ])
})

t.test('concurrent writes of two editions keep fields that the earlier one lacks (decision 84)', async (t) => {
  const [now, before] = await shareProcess()
  await now.send('DELETE /api/v1/tasks')
  const random = createRandom(20_261_123)
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
  const statuses = ['TODO', 'IN_PROGRESS', 'DONE']
  const ids: number[] = []
  for (let count = 0; count < TASKS; count++) {
    const checklistItems = [{ text: `item ${count}`, done: true }]
    const json = { title: 'A task', status: pick(statuses), dueDate: '2026-04-30', checklistItems }
    const { id } = (await now.send('POST /api/v1/tasks', { json })).json
    await now.send(`POST /api/v1/tasks/${id}/attachments`, multipart([{ fileName: `${count}.txt`, content: 'x' }]))
    ids.push(id)
  }
  const hidden = async () =>
    (await now.send('GET /api/v1/tasks?size=100')).json.content.map(
      ({ id, dueDate, checklistItems, attachments }: Json) => ({ id, dueDate, checklistItems, attachments }),
    )
  const expected = await hidden()
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, number) => {
      const task = `/api/v1/tasks/${pick(ids)}`
      switch (random(4)) {
        case 0:
          return now.send(`POST ${task}/reorder`, { json: { targetStatus: pick(statuses), targetIndex: random(9) } })
        case 1:
          return now.send(`POST ${task}/comments`, { json: { text: `Comment ${number}` } })
        default:
          return before.send(`PUT ${task}`, { json: { title: `Title ${number}`, status: pick(statuses) } })
      }
    }),
  )
  const refused = replies.filter(({ status }) => status !== 200 && status !== 201)
  t.strictSame(refused, [], 'no conflict reaches a client')
  t.strictSame(await hidden(), expected)
  const { content } = (await now.send('GET /api/v1/tasks?size=100')).json
  assertContiguous(t, content)
  const { content: shown } = (await before.send('GET /api/v1/tasks?size=100')).json
  t.match(
    shown,
    content.map(({ id, title, status, comments }: Json) => ({ id, title, status, comments })),
  )
})

t.test('a drill judges the clients of both editions by the same requests (decision 154)', async (t) => {
  const [now, before] = await shareProcess()
  const verdictsOf = async ({ send }: Served): Promise<string[]> => {
    const { id, ownerToken: token } = (await now.send('POST /boards', { json: {} })).json
    const drill = { profile: 'throttled', seed: 1 }
    await now.send(`PUT /boards/${id}/exercise`, { json: { drill }, token })
    for (let number = 1; number <= 20; number++) {
      const json = { title: `Drill task ${number}`, status: 'TODO' }
      const create = () => send(`POST /b/${id}/api/buggy/tasks`, { json })
      if ((await create()).status >= 400) await create()
    }
    const { verdicts } = (await send(`POST /b/${id}/drill/finish`, { json: { success: false } })).json
    // `Retry-After` can be a date in this second, so whether it was over depends on the clock.
    const shown = ({ situation, verdict }: Json) =>
      situation === 'retry-after' ? situation : `${situation} ${verdict}`
    return verdicts.map((each: Json) => `${shown(each)} ${each.requestIds.length}`)
  }
  const verdicts = await verdictsOf(before)
  t.ok(verdicts.length > 1)
  t.strictSame(verdicts, await verdictsOf(now))
})

t.test('PUBLIC_URL names the current edition alone', async (t) => {
  const { waitForLog } = await startProcess(t, { env: { EARLIER_PORT: '0', PUBLIC_URL: 'https://tasks.example.org' } })
  await waitForLog(({ msg }) => msg === 'Task Board Service v1: https://tasks.example.org/api/v1')
  const { msg } = await waitForLog(({ msg }) => msg.startsWith('Task Board Service v1 (earlier edition): '))
  t.match(msg, ': http://127.0.0.1:')
})
