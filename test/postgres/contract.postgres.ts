import t from 'tap'
import { lastingDatabase } from '../database.js'
import { storeContract } from '../store/contract.js'

t.test('the contract of the store in PostgreSQL', async (t) => storeContract(t, await lastingDatabase(t)))
