import { existsSync } from 'node:fs'
import t from 'tap'
import { ADMIN_TOKEN } from '../kit/board.js'
import { lastingDatabase } from '../kit/database.js'
import { type ServerProcess, startProcess } from '../kit/process.js'
import { runHere } from '../kit/run-here.js'

const HALF_OF_ALL = {
  FAULT_RATES: 'server-error=0.5,slow-response=0,missing-fields=0,wrong-status=0,pagination=0,date-mix=0,search-case=0',
}

/** Sends thirty requests one after the other, and returns their statuses. */
async function statuses(server: ServerProcess): Promise<number[]> {
  const all: number[] = []
  while (all.length < 30) all.push((await server.send('GET /api/buggy/tasks')).status)
  return all
}

function plan(server: ServerProcess) {
  return server.waitForLog(({ msg }) => msg === 'fault plan')
}

t.test('process: database reset-faults restarts the plan, the same in every process (decision 43)', async (t) => {
  const env = { ...HALF_OF_ALL, ADMIN_TOKEN, FAULT_SEED: '42', DATABASE_URL: await lastingDatabase(t) }
  const server = await startProcess(t, { env })
  const created = await server.send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })
  t.match(await plan(server), { seed: 42, ordinal: 0 }, 'the log has the seed')
  const first = await statuses(server)
  t.strictSame([...new Set(first)].sort(), [200, 500])
  t.strictNotSame(await statuses(server), first, 'without a reset the plan continues')
  const reset = (...args: string[]) => runHere(t, 'database reset-faults', { args, env: { ADMIN_TOKEN } })
  const done = { code: 0, signal: null, stderr: '' }
  t.strictSame(await reset('--server', server.base), {
    ...done,
    stdout: `Restarted the fault plan of ${server.base}.\n`,
  })
  t.strictSame(await statuses(server), first, 'after the reset the sequence starts again')
  t.strictSame((await server.send('GET /api/v1/tasks')).json.content, [created.json])

  const database = `--database-url=${env.DATABASE_URL}`
  t.match(await reset(database), { code: 1, stderr: /: Process \d+ on \S+, since \S+, serves it\. .*--server\n$/ })
  await server.stop()
  t.strictSame(await reset(database), { ...done, stdout: `Restarted the fault plan in ${env.DATABASE_URL}.\n` })
  t.strictSame(await statuses(await startProcess(t, { env })), first)
})

t.test('process: database reset-faults refuses a database that does not exist, and does not create it', async (t) => {
  const path = `${t.testdir()}/board.db`
  const { code, stderr } = await runHere(t, 'database reset-faults', { env: { DATABASE_URL: `sqlite:${path}` } })
  t.match({ code, stderr }, { code: 1, stderr: /: The file does not exist\n$/ })
  t.notOk(existsSync(path))
})
