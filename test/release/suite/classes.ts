import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { asTrainer } from '../../classroom/training/class.js'
import type { Reply } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { sendTo } from '../../kit/process.js'
import { normalise } from './normalise.js'
import type { Part, Transcripts } from './suite.js'

const LEARNERS = repeat(6, 30)

/** The number of learners who work at the same time. */
const AT_ONCE = 10

const EXERCISE = {
  title: 'Find the faults',
  startsAt: '2026-01-01T00:00:00Z',
  hints: 'counted',
  challenges: ['first-list', 'read-task', 'first-task'],
}

/** The faults of the requests of a learner. */
const FAULTS = { script: [['date-mix'], ['server-error'], [], ['missing-fields']], scriptEnd: 'repeat', seed: 1 }

/** A class whose learners claim, take hints and solve challenges, until the trainer ends the exercise. */
export const classes: Part = async (t, { front }) => {
  const { json: created, status } = await sendTo(
    t,
    front,
    [],
  )('POST /classes', {
    json: { name: 'A class', count: LEARNERS, fixture: 'demo', faults: FAULTS, exercise: EXERCISE },
  })
  t.equal(status, 201)
  const { origin } = new URL(created.boards[0].baseUrl)
  const { trainer, join, onBoard } = asTrainer({ send: sendTo(t, origin, []) }, created)
  const transcripts: Transcripts = {}
  const show = ({ status, bytes, json }: Reply) => {
    // First finds are in the order of their seconds.
    const firsts = json?.firsts?.map((first: object) => JSON.stringify(first)).sort()
    return firsts === undefined ? `${status} ${bytes}` : `${status} ${JSON.stringify({ ...json, firsts })}`
  }
  for (let index = 0; index < LEARNERS; index++) {
    t.equal((await join(`Learner ${index}`)).status, 200)
  }

  /** What a learner does. The first one does everything first. */
  async function learn(index: number) {
    const replies: Reply[] = []
    const send = async (...request: Parameters<typeof onBoard>[1] extends string ? [string, object?] : never) => {
      replies.push(await onBoard(index, ...request))
      return replies.at(-1) as Reply
    }
    const read = (id: string) => send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id } })
    const claim = async (requestId: string, fault: string, verdict: string) => {
      t.match((await send('POST /claims', { json: { requestId, fault } })).json, { verdict }, `${requestId} ${fault}`)
    }
    await read('one')
    if (index % 3 === 0) await send('POST /requests/one/hints')
    await claim('one', 'date-mix', 'right')
    await read('two')
    await claim('two', index % 2 === 0 ? 'server-error' : 'pagination', index % 2 === 0 ? 'right' : 'wrong')
    await read('three')
    await claim('three', 'none', 'right')
    // The same id again: the latest response with it counts.
    await read('two')
    await claim('two', 'missing-fields', 'right')
    if (index % 5 !== 1) await send('GET /api/v1/tasks')
    await send('GET /api/v1/tasks/1')
    if (index % 5 !== 2) await send('POST /api/v1/tasks', { json: { title: 'Pack', status: 'TODO' } })
    for (const path of ['challenges', 'claims', 'score', 'requests', 'requests/two', 'exercise', 'certificate']) {
      await send(`GET /${path}`)
    }
    transcripts[`learner ${index}`] = normalise(replies.map(show).join('\n'))
  }

  await learn(0)
  // Who is first is decided by the second.
  await sleep(1000)
  const limit = pLimit(AT_ONCE)
  await Promise.all(Array.from({ length: LEARNERS - 1 }, (_, index) => limit(() => learn(index + 1))))
  const read = async (paths: readonly string[]) => {
    const replies: Reply[] = []
    for (const path of paths) replies.push(await trainer(`GET ${path}`))
    return replies.map(show).join('\n')
  }
  transcripts.running = normalise(await read(['', '/challenges', '/projection', '/debrief', '/certificates']))
  // The end is in the past when the certificates are read.
  const endsAt = new Date().toISOString()
  t.equal((await trainer('PUT /exercise', { json: { ...EXERCISE, endsAt } })).status, 200)
  t.equal((await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'none' } })).status, 409)
  const results = ['/scores.csv', '/projection', '/debrief', '/certificates']
  const ended = await read(['', ...results])
  const certificates = await Promise.all(
    created.boards.map((_: unknown, index: number) => onBoard(index, 'GET /certificate')),
  )
  t.equal(await read(['', ...results]), ended, 'what has ended stays as it is')
  transcripts.ended = normalise([ended, ...certificates.map(show)].join('\n'))
  return transcripts
}
