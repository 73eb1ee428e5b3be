import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { connectBoards } from '../../../src/commands/grade/boards.js'
import { longTest } from '../../kit/long-test.js'
import { pending } from '../../kit/pending.js'
import { CONTROLS_FIRST, COUNT_RUNS, gradeSuite, startServer, TEMPLATES, writeSuite } from './suite.js'

t.test('a failure after a 429 of a running service is not a found defect', async (t) => {
  const server = await startServer(t, {}, { BOARD_RATE: 20 })
  const suite = `
    const statuses = await Promise.all(Array.from({ length: Number(process.env.COUNT) }, async () => {
      return (await fetch(process.env.API_URL + '/tasks/summary')).status
    }))
    if (statuses.includes(429)) throw new Error('limited')
    process.env.COUNT
  `
  const options = { command: writeSuite(t, suite), jobs: 1, server: server.service.url }
  const result = await gradeSuite(server.source(), { ...options, templates: { ...TEMPLATES, COUNT: '60' } })
  t.match(result, { problem: 'limited', score: null, correctRuns: [{ isLimited: true }] })
  const later = `${COUNT_RUNS}${suite}
    if (runs > 6) for (let n = 0; n < 60; n++) if ((await fetch(process.env.API_URL + '/tasks/summary')).status === 429) process.exit(1)
  `
  const rest = { ...options, templates: { ...TEMPLATES, COUNT: '1' }, defects: ['summary'] }
  t.match(await gradeSuite(server.source(), { ...rest, command: writeSuite(t, later), random: CONTROLS_FIRST }), {
    score: { found: 0, total: 2 },
    defects: [{ outcome: 'error', repeated: 'no-proof' }, { outcome: 'error' }],
  })
  const command = writeSuite(t, later.replace('runs > 6', 'runs === 8'))
  const once = await gradeSuite(server.source(), { ...rest, command })
  t.match(once, { problem: null, score: { found: 0 } })
  t.ok(once.controlRuns.some(({ isLimited }) => isLimited))
  const always = writeSuite(t, later.replace('runs > 6', 'runs > 4'))
  t.match(await gradeSuite(server.source(), { ...rest, command: always }), { problem: 'limited', score: null })
})

longTest('a 429 of the limit of the address never counts, and delays the grade itself', async (t) => {
  const settings = { BOARDS: 'open', ADDRESS_RATE: 9 }
  const server = await startServer(t, { host: '0.0.0.0' }, settings)
  const suite = `${COUNT_RUNS}
    const send = async () => (await fetch(process.env.API_URL + '/tasks?status=DONE')).status
    await fetch(process.env.API_URL + '/tasks', { method: 'POST' })
    if ([7, 8, 13, 14].includes(runs)) for (let n = 0; n < 50; n++) if (await send() === 429) throw new Error('limited')`
  const source = server.source()
  const defects = ['create-returns-200', 'validation-returns-422']
  const options = { command: writeSuite(t, suite), jobs: 1, defects, random: CONTROLS_FIRST }
  t.match(await gradeSuite(source, { ...options, server: server.service.url }), {
    problem: null,
    score: { found: 0 },
    defects: [
      { outcome: 'error', run: { isLimited: true } },
      { name: 'validation-returns-422', outcome: 'error', evidence: { requests: 1 }, run: { isLimited: true } },
    ],
  })
  await source.close()
  await sleep(1000)
  t.strictSame(await server.boards(), [], 'no board is left')
})

t.test('a 429 counts even if the log of the board no longer contains it', async (t) => {
  const { service, token } = await startServer(t, {}, { BOARD_RATE: 5 })
  const { promise: seen, resolve: tellSeen } = pending()
  const { arrayBuffer } = Response.prototype
  t.intercept(Response.prototype, 'arrayBuffer', {
    async value(this: Response) {
      const bytes = await arrayBuffer.call(this)
      if (String(Buffer.from(bytes)).includes('"status":429')) tellSeen()
      return bytes
    },
  })
  const source = connectBoards({ url: service.url, token, address: 'path', fixture: undefined, watchInterval: 1 })
  const board = await source.board(0, [])
  const send = async (path: string) => (await fetch(board.url + path)).status
  const statuses = await Promise.all(Array.from({ length: 9 }, () => send('/api/v1/tasks')))
  t.ok(statuses.includes(429))
  await seen
  // Unknown paths are not limited. The log shows the last 1,000 requests.
  for (let count = 0; count < 20; count++) await Promise.all(Array.from({ length: 50 }, () => send('/api/v1/x')))
  t.equal(await board.countRequests(), 1009)
  t.equal(await board.wasLimited(), true)
  await board.release()
  const next = await source.board(0, [])
  t.equal(await next.wasLimited(), false, 'the next run has its own')
  await next.release()
  await source.close()
})
