import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import t from 'tap'
import { openStore } from '../../src/rooms/open-store.js'
import { emptyDatabase } from '../kit/database.js'
import { startService } from '../kit/helper.js'
import { checkRestored } from '../rooms/store/restored.js'
import { execute } from './server.js'

const LOCK = "7065737, hashtext(coalesce(current_schema(), ''))"
const OF_SCHEMA = 'objid = (hashtext(current_schema())::bigint & 4294967295)'

t.test('a service that gets its database back remembers nothing of a state that is no longer stored', async (t) => {
  const url = await emptyDatabase()
  const service = await startService(t, { store: await openStore(url) })
  const other = new Client(url)
  await other.connect()
  t.teardown(() => other.end())
  await checkRestored(t, service, {
    run: async (statements) => void (await other.query(statements.join(';'))),
    async restore(statements) {
      // The service gets its lock back when the older tables are restored.
      const { rows } = await other.query(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND ${OF_SCHEMA}`)
      const locked = other.query(`SELECT pg_advisory_lock(${LOCK})`)
      for (const { pid } of rows) await execute(url, `SELECT pg_terminate_backend(${pid})`)
      await locked
      await other.query(['BEGIN', ...statements, 'COMMIT', 'SELECT pg_advisory_unlock_all()'].join(';'))
      while ((await service.send('GET /readyz')).status !== 200) await sleep(10)
    },
  })
})
