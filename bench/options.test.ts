import t from 'tap'
import { readOptions, usage } from './options.js'

t.test('only a full run writes the page, unless --write is given', async (t) => {
  const read = (...args: string[]) => readOptions(args, ['get-one', 'create'])
  t.match(read(), { isWritten: true, isQuick: false, rounds: 4 })
  t.match(read('--quick'), { isWritten: false, isQuick: true, latencySeconds: 0 })
  t.match(read('--quick', '--write'), { isWritten: true })
  t.match(read('--only', 'create,start'), { isWritten: false, only: ['create', 'start'] })
  t.match(read('--rounds', '7'), { isWritten: true, rounds: 7 })
})

t.test('refuses invalid arguments', async (t) => {
  const read = (...args: string[]) => readOptions(args, ['get-one'])
  t.throws(() => read('--only', 'get-two'), { message: 'Unknown name for --only: get-two' })
  t.throws(() => read('--only', 'get-one', '--write'), 'the tables would have gaps')
  t.throws(() => read('--rounds', '0'))
  t.throws(() => read('--rounds', 'x'))
  t.throws(() => read('--fast'))
  t.match(usage(['get-one']), 'get-one, slow-disk, neighbours, start, size', 'the usage lists the names for --only')
})
