import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import { startService } from '../helper.js'
import { checkRestored } from './restored.js'

t.test('a store that announces that it has its database back makes the service forget what it remembers', async (t) => {
  const path = `${t.testdir()}/board.db`
  const store = await openStore(`sqlite:${path}`)
  const service = await startService(t, { store })
  const other = new DatabaseSync(path)
  t.teardown(() => other.close())
  await checkRestored(t, service, {
    run: (statements) => other.exec(statements.join(';')),
    restore(statements) {
      other.exec(['BEGIN', ...statements, 'COMMIT'].join(';'))
      store.changes.emit('regain')
    },
  })
})
