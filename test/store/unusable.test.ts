import t from 'tap'
import { StoreUnusable } from '../../src/store/open-store.js'

t.test('names the pooler if the prepared statements of another connection exist already', async (t) => {
  const cause = Object.assign(new Error('prepared statement "s0" already exists'), { code: '42P05' })
  const { message } = StoreUnusable.because('postgres://board:secret@127.0.0.1/board', cause)
  t.match(message, /^Cannot use the database postgres:\S+: prepared statement "s0" already exists; a pooler such as/)
})
