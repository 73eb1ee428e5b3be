import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { run, type ServerProcess, startProcess } from '../../kit/process.js'
import { runHere } from '../../kit/run-here.js'
import { createOld } from '../storage/version-2.js'

interface Scene {
  server: ServerProcess
  path: string
  url: string
}

/** What opens the file, while the service uses it. Commands run in the process of the test, which is not that of the service. */
const OPENINGS: Record<string, (t: Test, scene: Scene) => Promise<unknown>> = {
  'the start': async () => {},
  'a backup': (t, { path, url }) =>
    runHere(t, 'database backup', { env: { DATABASE_URL: url }, args: ['--to', `${path}.backup`] }),
  'a second service that waits and is killed': (t, { url }) =>
    run(t, 'start', { env: { DATABASE_URL: url }, under: ['timeout', '--signal=KILL', '1'] }),
}

async function createTask({ send }: ServerProcess): Promise<number> {
  const { json } = await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })
  return json.id
}

async function countTasks({ send }: ServerProcess): Promise<number> {
  return (await send('GET /api/v1/tasks/summary')).json.totalTasks
}

/** Opens the file in the process of the test, reads it and closes it. */
function openElsewhere(path: string): void {
  const connection = new DatabaseSync(path)
  connection.prepare('SELECT count(*) FROM item').get()
  connection.close()
}

t.test('process: no acknowledged write is lost if another program reads and closes the file', async (t) => {
  const path = `${t.testdir()}/board.db`
  const env = { DATABASE_URL: `sqlite:${path}` }
  // A database of an earlier version, so that the service upgrades it when it starts.
  await createOld(env.DATABASE_URL, 12)
  const server = await startProcess(t, { env })
  for (const [opening, open] of Object.entries(OPENINGS)) {
    await open(t, { server, path, url: env.DATABASE_URL })
    openElsewhere(path)
    t.ok(existsSync(`${path}-wal`), `the write-ahead log remains after ${opening}`)
    for (let count = 0; count < 3; count++) await createTask(server)
    t.equal((await server.send('GET /metrics')).status, 200, 'long reads work')
  }
  const expected = await countTasks(server)
  await server.stop('SIGKILL')

  const next = await startProcess(t, { env })
  t.equal(await countTasks(next), expected)
})
