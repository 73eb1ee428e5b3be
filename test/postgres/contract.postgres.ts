import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import { emptyDatabase } from '../database.js'
import { storeContract } from '../store/contract.js'

t.test('the contract of the store in PostgreSQL', (t) => {
  storeContract(t, async () => openStore(await emptyDatabase()))
  t.end()
})
