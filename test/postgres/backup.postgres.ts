import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { expectConsistentBackup } from '../rooms/store/backup-under-load.js'
import { execute, findClientPrograms } from './server.js'

const { TEST_SCHEMAS_URL = '' } = process.env

/** Creates a database and drops it after the test. */
async function createDatabase(t: Test): Promise<string> {
  const name = `task_board_backup_${randomUUID().replaceAll('-', '')}`
  await execute(TEST_SCHEMAS_URL, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  t.teardown(() => execute(TEST_SCHEMAS_URL, `DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(TEST_SCHEMAS_URL)
  url.pathname = name
  return url.href
}

t.test('process: a backup with pg_dump under load is consistent after pg_restore', async (t) => {
  const [from, to] = [await createDatabase(t), await createDatabase(t)]
  const programs = findClientPrograms()
  const run = (program: string, ...args: string[]) => promisify(execFile)(join(programs, program), args)
  const file = `${t.testdir()}/board.dump`
  await expectConsistentBackup(t, from, async () => {
    await run('pg_dump', '--format=custom', `--file=${file}`, from)
    await run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${to}`, file)
    return to
  })
})
