import { Client } from 'pg'
import t, { type Test } from 'tap'
import { openStore } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { expectError } from '../expect-error.js'
import { startService } from '../helper.js'

const TASK = { title: 'A task', status: 'TODO' }

/** Starts the service on a new database, and connects another client to the database. */
async function startBeside(t: Test) {
  const url = await emptyDatabase()
  const service = await startService(t, { store: await openStore(url) })
  const other = new Client(url)
  await other.connect()
  t.teardown(() => other.end())
  return { ...service, other }
}

/** Makes the first `count` attempts to create a task fail. A sequence counts the attempts, because it is never rolled back. */
const failures = (count: number, code: string, trigger = 'TRIGGER fail BEFORE INSERT ON task') => `
  CREATE SEQUENCE attempt;
  CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('attempt') <= ${count} THEN RAISE EXCEPTION 'retry' USING ERRCODE = '${code}'; END IF;
    RETURN NEW;
  END $$;
  CREATE ${trigger} FOR EACH ROW EXECUTE FUNCTION fail()`

for (const [name, code] of Object.entries({ serialisation: '40001', deadlock: '40P01' })) {
  t.test(`retries a write after a ${name} failure`, async (t) => {
    const { send, other } = await startBeside(t)
    await other.query(failures(4, code))
    const { status, json } = await send('POST /api/v1/tasks', { json: TASK })
    t.equal(status, 201)
    t.match(json, { id: 1, sortOrder: 0 }, 'the failed attempts left no trace')
  })
}

t.test('retries a write after a failure of its commit', async (t) => {
  const { send, other } = await startBeside(t)
  const atCommit = 'CONSTRAINT TRIGGER fail AFTER INSERT ON task DEFERRABLE INITIALLY DEFERRED'
  await other.query(failures(4, '40001', atCommit))
  const { status, json } = await send('POST /api/v1/tasks', { json: TASK })
  t.equal(status, 201)
  t.match(json, { id: 1 })
})

t.test('gives up after five attempts', async (t) => {
  const { send, other } = await startBeside(t)
  await other.query(failures(1_000_000, '40001'))
  const path = '/api/v1/tasks'
  const message = 'The store is not available, try again later'
  expectError(t, await send(`POST ${path}`, { json: TASK }), { status: 503, path, message }, false)
  t.match((await other.query('SELECT last_value FROM attempt')).rows, [{ last_value: '5' }])
  t.equal((await send(`GET ${path}`)).json.totalElements, 0)
})

t.test('retries a write after a deadlock with another client', async (t) => {
  const { send, other, createTask } = await startBeside(t)
  const { id } = await createTask()
  const isBlocked = async () =>
    (await other.query('SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))')).rows.length > 0

  /** Returns whether PostgreSQL aborted the transaction of the service, and not that of the other client. */
  async function tryDeadlock(title: string): Promise<boolean> {
    await other.query('BEGIN')
    await other.query('SELECT * FROM task FOR UPDATE')
    const replacing = send(`PUT /api/v1/tasks/${id}`, { json: { ...TASK, title } })
    while (!(await isBlocked()));
    // The service holds the lock of the board.
    const failure = await other.query('UPDATE board SET revision = revision').then(
      () => undefined,
      (error) => error,
    )
    await other.query(failure === undefined ? 'COMMIT' : 'ROLLBACK')
    t.match(await replacing, { status: 200, json: { title } })
    t.match(failure?.code ?? '40P01', '40P01')
    return failure === undefined
  }

  // PostgreSQL aborts the transaction that waited first, unless the machine pauses for a second in between.
  for (let attempt = 1; !(await tryDeadlock(`Replaced ${attempt}`)); attempt++);
})
