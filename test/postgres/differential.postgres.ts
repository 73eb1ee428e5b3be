import fc from 'fast-check'
import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import type { Store } from '../../src/store/store.js'
import { emptyDatabase } from '../database.js'
import { readAll } from '../store/contract/shared.js'
import { type Operation, operations } from './operations.js'

const OPERATIONS = 20_000
const SEQUENCE = 500

/** What a store answers or refuses with, as text; what a database says of a key that is there already is its own affair. */
async function outcomeOf({ run }: Operation, store: Store): Promise<string> {
  try {
    return JSON.stringify({ answer: await run(store) }, bytesAsNumbers)
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string }
    if (statusCode !== undefined) return JSON.stringify({ statusCode, message })
    if (/unique/i.test(message)) return 'there already'
    throw error
  }
}

/** Both give bytes, but of different classes. */
function bytesAsNumbers(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]
  return original instanceof Uint8Array ? [...original] : value
}

t.test('both stores answer the same, operation by operation', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  t.comment(`FUZZ_SEED=${seed}`)
  let count = 0
  for (const sequence of fc.sample(
    fc.array(operations, { minLength: SEQUENCE, maxLength: SEQUENCE, size: 'max' }),
    {
      numRuns: OPERATIONS / SEQUENCE,
      seed,
    },
  )) {
    const [embedded, postgres] = [await openStore('sqlite::memory:'), await openStore(await emptyDatabase())]
    for (const [index, operation] of sequence.entries()) {
      const [expected, found] = [await outcomeOf(operation, embedded), await outcomeOf(operation, postgres)]
      count++
      if (found !== expected)
        t.equal(found, expected, `operation ${index}: ${operation.name} ${JSON.stringify(operation.args)}`)
    }
    t.strictSame(await readAll(postgres), await readAll(embedded), 'the whole board is the same')
    await Promise.all([embedded.close(), postgres.close()])
  }
  t.equal(count, OPERATIONS)
})
