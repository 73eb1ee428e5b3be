import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../src/rooms/open-store.js'
import { emptyDatabase } from '../kit/database.js'
import { longTest } from '../kit/long-test.js'
import { BOARD } from '../rooms/store/contract/shared.js'
import { execute, findFreePort, findPostgres, startPostgres } from './server.js'
import { connect, create, NOW, open, retry } from './stores.js'

t.test('a pooler is refused', async (t) => {
  const { port, pathname } = new URL(process.env.TEST_SCHEMAS_URL ?? '')
  for (const mode of ['transaction', 'session']) {
    for (const ignored of ['', 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout']) {
      const pooler = await startPooler(t, `host=127.0.0.1 port=${port} user=postgres`, mode, ignored)
      await t.rejects(openStore(`postgres://postgres@127.0.0.1:${pooler}${pathname}`, {}, NOW), {
        message:
          /^Cannot use the database postgres:\S+: .*pooler such as PgBouncer is between.*connect to the server directly/,
      })
    }
  }
})

/** Starts PgBouncer, and returns its port. */
async function startPooler(t: Test, server: string, mode: string, ignored: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-pgbouncer-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignored}
`,
  )
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (identity.uid !== undefined) for (const path of [folder, file]) chownSync(path, identity.uid, identity.gid)
  const pooler: ChildProcess = spawn('pgbouncer', ['--quiet', file], {
    ...identity,
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  })
  const ended = once(pooler, 'exit')
  t.teardown(async () => {
    pooler.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await retry(() => execute(`postgres://postgres@127.0.0.1:${port}/pgbouncer`, 'SHOW VERSION'))
  return port
}

t.test('the hosts of a URL are tried until one accepts writes', async (t) => {
  const standby = await startPostgres(findPostgres() ?? '', false, true)
  t.teardown(() => standby.remove())
  const url = await emptyDatabase()
  const hosts = `127.0.0.1:1,${new URL(standby.url).host},${new URL(url).host}`
  const store = await open(t, url.replace(new URL(url).host, hosts))
  await create(store)
  t.equal((await store.countTasks(BOARD)).totalTasks, 1)
  await t.rejects(openStore(standby.url, {}, NOW), { message: /: It is a standby server, which refuses writes$/ })
})

longTest('a waiting store ends a session that holds the lock and has been idle for 20 seconds', async (t) => {
  const [idle, active] = [await emptyDatabase(), await emptyDatabase()]
  for (const url of [idle, active]) await (await open(t, url)).close()
  const lock = "SELECT pg_advisory_lock(7065737, hashtext(coalesce(current_schema(), '')))"
  const [sleeper, worker] = [await connect(t, idle), await connect(t, active)]
  for (const client of [sleeper, worker]) await client.query(lock)
  const working = worker.query('SELECT pg_sleep(26)')
  await Promise.all([
    open(t, idle, {}).then(create),
    t.rejects(openStore(active, {}, { patience: 24_000 }), { message: /serves it/ }),
  ])
  await working
})
