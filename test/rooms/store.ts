import type { Test } from 'tap'
import { openStore } from '../../src/rooms/open-store.js'
import { emptyDatabase } from '../kit/database.js'
import type { Rule } from './store/contract/shared.js'

/** Runs rules of the store, each on a new database. */
export function roomsContract(t: Test, ...rules: ((rule: Rule) => void)[]): void {
  const rule: Rule = (title, test) => {
    t.test(title, async (t) => {
      const store = await openStore(await emptyDatabase())
      t.teardown(() => store.close())
      await test(t, store)
    })
  }
  for (const add of rules) add(rule)
}
