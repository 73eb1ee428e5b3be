import t from 'tap'
import { LOGIN, startBoard, TASK } from '../../kit/board.js'
import { NO_FAULTS } from '../../kit/helper.js'
import { compare, exportLog } from './judged-log.js'

t.test('20,000 requests in two exports are judged as the service has judged them', { timeout: 600_000 }, async (t) => {
  const board = await startBoard(t, { sleep: () => Promise.resolve() }, { fixture: 'demo' })
  const { send, asOwner } = board
  await asOwner('PUT /faults', { json: { rates: { ...NO_FAULTS, 'date-mix': 0.2, 'server-error': 0.1 }, seed: 7 } })
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  const { token } = (await send('POST /api/v2/auth/login', LOGIN)).json
  let sent = 1
  const exports: string[] = []
  const kinds: ((number: number) => Parameters<typeof send>)[] = [
    (number) => [`GET /api/buggy/tasks/${1 + (number % 20)}`],
    (number) => [`GET /api/buggy/tasks?page=${number % 4}&size=5`],
    () => ['GET /api/v1/tasks?status=DONE'],
    (number) => [`PUT /api/v1/tasks/${1 + (number % 20)}`, { json: { ...TASK, title: `Task ${number}` } }],
    () => ['GET /api/v2/tasks/summary', { token }],
    (number) => [`GET /api/v1/tasks/${1000 + number}`],
  ]
  while (sent < 20_000) {
    const [request, options] = (kinds[sent % kinds.length] as (typeof kinds)[0])(sent)
    const headers = { 'x-request-id': `r${sent}` }
    await send(request, { ...options, headers, unchecked: true })
    if (++sent % 10_000 === 0) exports.push(await exportLog(t, board))
    if (sent % 500 === 0)
      await send('POST /claims', { json: { requestId: `r${sent - 6}`, fault: 'date-mix' }, unchecked: true })
  }
  const judged = await compare(t, board, exports.join(''))
  t.match(judged, { requests: 20_000, first: 1, last: 20_000 })
  t.ok(judged.challenges.length > 5 && judged.claims.length > 5 && judged.effects.length > 0)
})
