import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { openReaders, openSession } from '../../src/rooms/storage/postgres/session.js'
import { TASK } from '../kit/board.js'
import { expectError } from '../kit/expect-error.js'
import type { Reply } from '../kit/helper.js'
import { type ServerProcess, startProcess } from '../kit/process.js'
import { startProxy } from './proxy.js'
import { execute, findPostgres, startPostgres } from './server.js'

/** The time for which an answered statement proves that no other process writes, and a margin, in milliseconds. */
const PROOF = 5_000 + 100

/** This file needs its own PostgreSQL server, because it stops the server. */
const postgres = await startPostgres(findPostgres() ?? '')
t.teardown(() => postgres.remove())

function expectUnknown(t: Test, reply: Reply, path: string): void {
  const message = 'The request may have been stored, read before you repeat it'
  expectError(t, reply, { status: 503, path, message }, false)
  t.equal(reply.headers['retry-after'], undefined)
}

function expectUnavailable(t: Test, reply: Reply, path: string): void {
  expectError(t, reply, { status: 503, path, message: 'The store is not available, try again later' }, false)
  t.equal(reply.headers['retry-after'], '5')
}

/** Waits until the service is ready again. */
async function waitUntilReady({ send }: ServerProcess): Promise<void> {
  while ((await send('GET /readyz')).status !== 200);
}

t.test('process: PostgreSQL is stopped and started', async (t) => {
  const server = await startProcess(t, { env: { DATABASE_URL: postgres.url } })
  await postgres.stop()
  expectUnavailable(t, await server.send('GET /api/v1/tasks'), '/api/v1/tasks')
  expectUnavailable(t, await server.send('POST /api/v1/tasks', { json: TASK }), '/api/v1/tasks')
  expectUnavailable(t, await server.send('GET /readyz'), '/readyz')
  t.equal((await server.send('GET /livez')).status, 200)
  await postgres.start()
  await waitUntilReady(server)
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
  t.equal((await server.stop()).code, 0)
})

/** Opens connections until the server refuses one. */
async function takeAllConnections(): Promise<Client[]> {
  const clients: Client[] = []
  for (;;) {
    const client = new Client(postgres.url)
    client.on('error', () => {})
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    if (!isConnected) return clients
    clients.push(client)
  }
}

t.test('process: returns 503 while PostgreSQL has no free connection', async (t) => {
  const server = await startProcess(t, { env: { DATABASE_URL: postgres.url } })
  const others = await takeAllConnections()
  t.teardown(() => Promise.all(others.map((client) => client.end())))
  t.equal((await server.send('GET /api/v1/tasks')).status, 200, 'the open connections still work')
  let replies: Reply[]
  do {
    await others[0]?.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'task-board-service'",
    )
    others.push(...(await takeAllConnections()))
    replies = [await server.send('GET /api/v1/tasks'), await server.send('POST /api/v1/tasks', { json: TASK })]
  } while (replies.some(({ status }) => status < 300))
  for (const reply of replies) expectUnavailable(t, reply, '/api/v1/tasks')

  await Promise.all(others.splice(0).map((client) => client.end()))
  await waitUntilReady(server)
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('process: returns 503 while its role may not log in', async (t) => {
  await execute(postgres.url, 'CREATE ROLE clerk LOGIN SUPERUSER')
  const url = new URL(postgres.url)
  url.username = 'clerk'
  const server = await startProcess(t, { env: { DATABASE_URL: url.href } })
  await execute(
    postgres.url,
    'ALTER ROLE clerk NOLOGIN',
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'",
  )
  expectUnavailable(t, await server.send('GET /api/v1/tasks'), '/api/v1/tasks')
  expectUnavailable(t, await server.send('POST /api/v1/tasks', { json: TASK }), '/api/v1/tasks')
  expectUnavailable(t, await server.send('GET /readyz'), '/readyz')
  await execute(postgres.url, 'ALTER ROLE clerk LOGIN')
  await waitUntilReady(server)
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('process: returns 503 for writes while its role may not write', async (t) => {
  const rights = 'ALL ON ALL TABLES IN SCHEMA public'
  const sequences = 'GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO writer'
  await execute(postgres.url, 'CREATE ROLE writer LOGIN', `GRANT ${rights} TO writer`, sequences)
  const url = new URL(postgres.url)
  url.username = 'writer'
  const server = await startProcess(t, { env: { DATABASE_URL: url.href } })
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
  await execute(postgres.url, 'REVOKE INSERT, UPDATE ON ALL TABLES IN SCHEMA public FROM writer')
  expectUnavailable(t, await server.send('POST /api/v1/tasks', { json: TASK }), '/api/v1/tasks')
  t.equal((await server.send('GET /api/v1/tasks')).status, 200)
  await execute(postgres.url, `GRANT ${rights} TO writer`)
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('process: returns 503 if another client holds a lock for longer than the timeout', async (t) => {
  const server = await startProcess(t, { env: { DATABASE_URL: `${postgres.url}?lock_timeout=300` } })
  const other = new Client(postgres.url)
  await other.connect()
  await other.query('BEGIN; SELECT * FROM item FOR UPDATE')
  expectUnavailable(t, await server.send('POST /api/v1/tasks', { json: TASK }), '/api/v1/tasks')
  t.equal((await server.send('GET /api/v1/tasks')).status, 200, 'reads do not wait')
  await other.end()
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})

t.test('statements have the documented or configured timeouts', async (t) => {
  const timeoutsAt = async (url: string) => {
    const session = await openSession(url)
    t.teardown(session.close)
    const { rows } = await session.query(`SELECT current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS transaction`)
    return rows
  }
  t.strictSame(await timeoutsAt(postgres.url), [{ statement: '15s', lock: '10s', transaction: '10s' }])
  t.match(await timeoutsAt(`${postgres.url}?statement_timeout=300`), [{ statement: '300ms', lock: '10s' }])

  const readers = openReaders(`${postgres.url}?statement_timeout=300`)
  t.teardown(() => readers.end())
  await t.rejects(readers.read('SELECT pg_sleep(60)'), { message: 'The store is not available, try again later' })
})

t.test('process: requests over hanging connections time out together with 503', async (t) => {
  const proxy = await startProxy(t, postgres.url)
  const server = await startProcess(t, { env: { DATABASE_URL: proxy.url } })
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
  proxy.isBlocked = true
  const start = performance.now()
  const probe = async (path: string) => {
    const sent = performance.now()
    const reply = await server.send(`GET ${path}`)
    t.ok(performance.now() - sent < 2000, `${path} does not wait for the database`)
    return reply
  }
  const titles = Array.from({ length: 200 }, (_, index) => `Hanging ${index}`)
  const writes = titles.map((title) => server.send('POST /api/v1/tasks', { json: { ...TASK, title } }))
  t.equal((await server.send('GET /api/v1/tasks')).status, 200, 'no other process can have written for 5 seconds')
  for (let round = 0; round < 4; round++) {
    expectUnavailable(t, await probe('/readyz'), '/readyz')
    t.equal((await probe('/livez')).status, 200)
  }
  await sleep(start + PROOF - performance.now())
  const reads = Array.from({ length: 12 }, () => server.send('GET /api/v1/tasks'))
  for (const reply of await Promise.all(reads)) expectUnavailable(t, reply, '/api/v1/tasks')
  // The first writes were sent to the server, and their outcome is unknown. The others were not.
  const refused = new Set<string>()
  for (const [index, reply] of (await Promise.all(writes)).entries()) {
    const isUnknown = reply.headers['retry-after'] === undefined
    if (!isUnknown) refused.add(titles[index] as string)
    const expect = isUnknown ? expectUnknown : expectUnavailable
    expect(t, reply, '/api/v1/tasks')
  }
  t.ok(refused.size > 0 && refused.size < writes.length)
  t.ok(performance.now() - start < 40_000, 'the timeouts do not add up')
  proxy.isBlocked = false
  await waitUntilReady(server)
  const { content } = (await server.send('GET /api/v1/tasks?search=Hanging&size=100')).json
  t.notOk(content.some(({ title }: { title: string }) => refused.has(title)))
  t.equal((await server.send('POST /api/v1/tasks', { json: TASK })).status, 201)
})
