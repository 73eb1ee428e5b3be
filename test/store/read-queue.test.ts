import t from 'tap'
import { createReadQueue } from '../../src/store/sql/read-queue.js'

/** Creates reads that end when they are told to, and records which of them have begun. */
function createReads() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    read: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name)
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      }),
    async end(name: string, error?: Error) {
      ends.get(name)?.(error)
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    },
  }
}

t.test('long reads of one board run one after the other, those of other boards beside them', async (t) => {
  const { run } = createReadQueue()
  const { begun, read, end } = createReads()
  const results = ['a1', 'a2', 'b1', 'a3'].map((name) => run(name.slice(0, 1), read(name)))
  await end('none')
  t.strictSame(begun, ['a1', 'b1'])
  await end('a1')
  t.strictSame(begun, ['a1', 'b1', 'a2'])
  await end('b1')
  await end('a2')
  await end('a3')
  t.strictSame(await Promise.all(results), ['a1', 'a2', 'b1', 'a3'])
})

t.test('a limited number of long reads runs at once, and the others follow in the order of their boards', async (t) => {
  const { run } = createReadQueue(2)
  const { begun, read, end } = createReads()
  const results = ['a1', 'a2', 'b1', 'c1', 'd1'].map((name) => run(name.slice(0, 1), read(name)))
  await end('none')
  t.strictSame(begun, ['a1', 'b1'])
  await end('a1')
  t.strictSame(begun, ['a1', 'b1', 'c1'], 'another board comes before the second read of a board')
  for (const name of ['b1', 'c1', 'd1', 'a2']) await end(name)
  t.strictSame(begun, ['a1', 'b1', 'c1', 'd1', 'a2'])
  await Promise.all(results)
})

t.test('a long read that fails does not stop the others, and drain() waits for all', async (t) => {
  const { run, drain } = createReadQueue()
  const { begun, read, end } = createReads()
  const failed = t.rejects(run('a', read('a1')), { message: 'No' })
  const second = run('a', read('a2'))
  let isDrained = false
  const drained = drain().then(() => {
    isDrained = true
  })
  await end('none')
  await end('a1', new Error('No'))
  await failed
  t.strictSame(begun, ['a1', 'a2'])
  t.equal(isDrained, false)
  await end('a2')
  t.equal(await second, 'a2')
  await drained
})
