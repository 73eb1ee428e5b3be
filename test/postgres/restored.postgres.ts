import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import { TABLES } from '../../src/store/tables.js'
import { createBoard } from '../boards/board.js'
import { emptyDatabase } from '../database.js'
import { startService } from '../helper.js'
import { minute } from '../training/learner.js'
import { execute } from './server.js'

const NAMES = TABLES.map(({ name }) => name)
const LOCK = "7065737, hashtext(coalesce(current_schema(), ''))"
const OF_SCHEMA = 'objid = (hashtext(current_schema())::bigint & 4294967295)'

t.test('a service that gets its database back remembers nothing of a state that is no longer stored', async (t) => {
  const url = await emptyDatabase()
  const service = await startService(t, { store: await openStore(url) })
  const other = new Client(url)
  await other.connect()
  t.teardown(() => other.end())

  const { send, asOwner } = await createBoard(service)
  const rename = (title: string) => send('PUT /api/v1/tasks/1', { json: { title, status: 'TODO' } })
  const list = async () => (await send('GET /api/v1/tasks?size=1')).json.content[0].title
  const read = async () => {
    const { title } = (await send('GET /api/v1/tasks/1')).json
    // Writes what waits.
    await asOwner('GET /requests')
    const { ordinal } = (await asOwner('GET /faults')).json
    const { state } = (await send('GET /drill')).json
    const { solved } = (await send('GET /challenges')).json
    return { title, ordinal, state, solved }
  }
  await send('POST /api/v1/tasks', { json: { title: 'stored', status: 'TODO' } })
  await asOwner('PUT /exercise', {
    json: { startsAt: minute(-1), challenges: ['first-list'], drill: { profile: 'throttled', seed: 1 } },
  })
  const stored = await read()
  for (const name of NAMES) await other.query(`CREATE TABLE saved_${name} AS TABLE ${name}`)

  await rename('lost')
  t.equal(await list(), 'lost')
  await send('GET /api/buggy/tasks/1')
  const lost = await read()
  t.match(lost, { title: 'lost', state: 'running', solved: 1 })

  // The service gets its lock back when the older tables are restored.
  const { rows } = await other.query(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND ${OF_SCHEMA}`)
  const locked = other.query(`SELECT pg_advisory_lock(${LOCK})`)
  for (const { pid } of rows) await execute(url, `SELECT pg_terminate_backend(${pid})`)
  await locked
  await other.query('BEGIN')
  for (const name of NAMES.toReversed()) await other.query(`DELETE FROM ${name}`)
  for (const name of NAMES) await other.query(`INSERT INTO ${name} SELECT * FROM saved_${name}`)
  await other.query(`COMMIT; SELECT pg_advisory_unlock_all()`)
  while ((await service.send('GET /readyz')).status !== 200) await sleep(10)

  t.strictSame(await read(), stored)
  // The board has the revision again for which the other state was cached.
  await rename('new')
  t.equal(await list(), 'new')
  t.match(await read(), { title: 'new', solved: 1 })
})
