import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { createBoard, startBoard } from '../../kit/board.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import { type Json, startService } from '../../kit/helper.js'

t.test('the log contains the first 1,024 characters of a path', async (t) => {
  const { send, asOwner } = await startBoard(t)
  const path = (length: number) => `/api/v1/tasks/${'x'.repeat(length)}`.slice(0, length)
  for (const length of [1024, 1025, 15_000]) t.equal((await send(`GET ${path(length)}`)).status, 400)
  await send('GET /api/v1/tasks', { headers: { 'x-request-id': 'x'.repeat(129) } })
  const [short, ...long] = (await asOwner('GET /requests')).json.content
  t.equal(short.requestId.length, 36, 'a request id that is too long is replaced')
  const paths = long.map((request: Json) => request.path)
  t.strictSame(paths, [path(1024), path(1024), path(1024)])
})

t.test('requests that wait to be written hold only the start of their URLs in memory', async (t) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heapUsed = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const store = await openEmptyStore()
  breakMethod(store, 'recordRequests')
  // The responses name the URLs, too.
  const service = await startService(t, { store, exchangesMax: 0 })
  const { id } = await createBoard(service)
  const send = async (url: string) => {
    await service.app.inject({ url: `/b/${id}${url}` })
    // Injected requests end with the turn of the event loop.
    await new Promise(setImmediate)
  }
  await send('/api/v1/tasks/x')
  const before = heapUsed()
  for (let n = 0; n < 500; n++) {
    await send(`/api/v1/tasks/${'x'.repeat(15_000)}`)
    await send(`/api/v1/tasks/x?${'x'.repeat(15_000)}`)
  }
  let grown = heapUsed() - before
  // What ends requests runs in later turns of the event loop.
  for (let turns = 0; turns < 50 && grown >= 5_000_000; turns++) {
    await wait(10)
    grown = heapUsed() - before
  }
  t.ok(grown < 5_000_000, `${grown} bytes for 1,000 requests with URLs of 15 kB`)
})
