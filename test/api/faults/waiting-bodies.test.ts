import t from 'tap'
import { WAITING_BYTES_MAX } from '../../../src/contract/limits.js'
import { NO_FAULTS, ownStore } from '../../kit/helper.js'
import { longTest } from '../../kit/long-test.js'
import { JSON_TYPE, request, startListening } from '../../kit/raw-http.js'
import { createSleep } from './sleep.js'

const rates = { ...NO_FAULTS, 'slow-response': 1 }
const BODY = JSON.stringify({ title: 'A task', status: 'TODO', ignored: 'x'.repeat(900_000) })
/** More bodies than fit. */
const CLIENTS = Math.ceil(WAITING_BYTES_MAX / BODY.length) + 3

t.test('JSON bodies that wait for a fault have a maximum total size (decision 61)', async (t) => {
  const { sleep, wakeUp } = createSleep()
  const { connect, send } = await startListening(t, { ...(await ownStore()), rates, sleep })
  const connections = await Promise.all(Array.from({ length: CLIENTS }, connect))
  for (const connection of connections) connection.write(request('POST /api/buggy/tasks', JSON_TYPE, BODY))
  const responses = connections.map((connection) => connection.response())
  const refused = await Promise.race(responses)
  t.match(refused, { status: 503, headers: { 'retry-after': '5' } })
  t.match(refused?.json.message, 'There is not enough memory at the moment, try again later')
  const other = await connect()
  other.write(request('POST /api/v1/tasks', JSON_TYPE, BODY))
  t.equal((await other.response())?.status, 201, 'other requests are served')
  wakeUp()
  const statuses = (await Promise.all(responses)).map((response) => response?.status)
  const created = statuses.filter((status) => status === 201).length
  t.equal(statuses.filter((status) => status === 503).length, CLIENTS - created)
  t.ok(created > 60 && created < CLIENTS, `${created} tasks were created`)
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, created + 1, 'a refused request changes nothing')
  const next = await connect()
  next.write(request('POST /api/buggy/tasks', JSON_TYPE, BODY))
  t.equal((await next.response())?.status, 201, 'the memory is free again')
})

longTest('a body of many small chunks that waits for a fault counts with its memory (decision 61)', async (t) => {
  const { sleep } = createSleep()
  const { connect } = await startListening(t, { rates, sleep })
  const connection = await connect()
  const head = request('POST /api/buggy/tasks', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })
  connection.write(Buffer.concat([head, Buffer.from('1\r\n \r\n'.repeat(400_000)), Buffer.from('0\r\n\r\n')]))
  t.equal((await connection.response())?.status, 503)
})

t.test('a chunked body that is too large is refused before a fault delays it', async (t) => {
  const { sleep } = createSleep()
  const { connect } = await startListening(t, { rates, sleep })
  const connection = await connect()
  const head = request('POST /api/buggy/tasks', { 'Content-Type': 'Application/JSON', 'Transfer-Encoding': 'chunked' })
  const chunk = Buffer.from(`40000\r\n${' '.repeat(0x40000)}\r\n`)
  connection.write(Buffer.concat([head, ...Array(5).fill(chunk), Buffer.from('0\r\n\r\n')]))
  t.equal((await connection.response())?.status, 413)
})
