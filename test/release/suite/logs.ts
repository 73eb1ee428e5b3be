import type { Json } from '../../kit/helper.js'
import { normalise } from './normalise.js'
import type { Part } from './suite.js'
import { createBoardOf, readLog } from './target.js'

/** The clients of a board, and the requests that each sends one after the other. */
const [CLIENTS, REQUESTS] = [10, 20]

/** The log has the requests of a board in the order in which their responses ended. */
export const logs: Part = async (t, target) => {
  const board = await createBoardOf(t, target)
  const send = (id: string) =>
    board.send(id.endsWith('0') ? 'GET /api/buggy/tasks' : 'POST /api/v1/tasks', {
      headers: { 'x-request-id': id, ...(id.endsWith('0') && { prefer: 'fault=slow-response; delay=100' }) },
      ...(!id.endsWith('0') && { json: { title: id, status: 'TODO' } }),
    })
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let number = 0; number < REQUESTS; number++) await send(`${client}-${number}`)
    }),
  )
  const listed = ((await readLog(board)) as Json[]).reverse()
  const numbers = listed.map(({ number }) => number)
  t.strictSame(
    numbers,
    listed.map((_, index) => index + 1),
    'the numbers have no gap',
  )
  const times = listed.map(({ time }) => time)
  t.strictSame(times, listed.map(({ time }) => time).sort(), 'no time goes back')
  const ofClients = Array.from({ length: CLIENTS }, (_, client) =>
    listed
      .filter(({ requestId }) => requestId.startsWith(`${client}-`))
      .map(({ requestId, status, size }) => [requestId, status, size]),
  )
  t.strictSame(
    ofClients.map((requests) => requests.map(([requestId]) => requestId)),
    ofClients.map((_, client) => Array.from({ length: REQUESTS }, (_, number) => `${client}-${number}`)),
    'the requests of each client are in its order',
  )
  const alone = await createBoardOf(t, target)
  for (let number = 0; number < REQUESTS; number++) await alone.send(`GET /api/v2/tasks/${number}`)
  const log = await readLog(alone)
  return {
    'at the same time': JSON.stringify(ofClients.map((requests) => requests.map(([, status]) => status))),
    'one after the other': normalise(log.map((entry) => JSON.stringify(entry)).join('\n')),
  }
}
