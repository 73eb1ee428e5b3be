import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { startService } from '../../kit/helper.js'
import { at, BOARD, values } from './contract/shared.js'
import { checkRestored } from './restored.js'

t.test('a service whose database another program has changed forgets what it remembers', async (t) => {
  const path = `${t.testdir()}/board.db`
  const store = await openStore(`sqlite:${path}`)
  const service = await startService(t, { store })
  const other = new DatabaseSync(path)
  t.teardown(() => other.close())
  async function change(statements: readonly string[]): Promise<void> {
    other.exec(['BEGIN', ...statements, 'COMMIT'].join(';'))
    // The next write fails, if it is not one of the log that has failed.
    await store.createTask(BOARD, values(), at(0)).catch(() => {})
  }
  await checkRestored(t, service, { run: change, restore: change })
})
