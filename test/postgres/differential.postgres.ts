import fc from 'fast-check'
import t from 'tap'
import { openStore } from '../../src/store/open-store.js'
import type { Store } from '../../src/store/store.js'
import { emptyDatabase } from '../database.js'
import { readAll } from '../store/contract/shared.js'
import { type Operation, operations } from './operations.js'

const { DIFFERENTIAL_OPERATIONS = '500', FUZZ_SEED } = process.env

/** The number of operations; a release runs 20,000. */
const OPERATIONS = Number(DIFFERENTIAL_OPERATIONS)
/** The number of operations on one board. */
const SEQUENCE = Math.min(OPERATIONS, 500)

/** Returns the result or the error of an operation as text. The databases word their own errors differently. */
async function outcomeOf({ run }: Operation, store: Store): Promise<string> {
  try {
    return JSON.stringify({ result: await run(store) }, bytesAsNumbers)
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string }
    if (statusCode !== undefined) return JSON.stringify({ statusCode, message })
    if (/unique/i.test(message)) return 'duplicate key'
    throw error
  }
}

/** The stores return bytes as different classes. */
function bytesAsNumbers(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]
  return original instanceof Uint8Array ? [...original] : value
}

t.test(`SQLite and PostgreSQL return the same for ${OPERATIONS} operations`, async (t) => {
  const seed = Number(FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  t.comment(`FUZZ_SEED=${seed}`)
  const sequence = fc.array(operations, { minLength: SEQUENCE, maxLength: SEQUENCE, size: 'max' })
  let count = 0
  for (const sample of fc.sample(sequence, { numRuns: Math.ceil(OPERATIONS / SEQUENCE), seed })) {
    const [sqlite, postgres] = [await openStore('sqlite::memory:'), await openStore(await emptyDatabase())]
    for (const [index, operation] of sample.entries()) {
      const [expected, found] = [await outcomeOf(operation, sqlite), await outcomeOf(operation, postgres)]
      count++
      if (found !== expected)
        t.equal(found, expected, `operation ${index}: ${operation.name} ${JSON.stringify(operation.args)}`)
    }
    t.strictSame(await readAll(postgres), await readAll(sqlite), 'the boards are the same')
    await Promise.all([sqlite.close(), postgres.close()])
  }
  t.ok(count >= OPERATIONS && count > 0, `${count} operations`)
})
