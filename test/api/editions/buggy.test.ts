import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { EFFECTS } from '../faults/effects.js'
import { OPERATIONS } from '../faults/operations.js'
import { assertSame, startTwins } from '../faults/twins.js'

/** The operations of buggy in this edition. */
const KNOWN = OPERATIONS.filter(({ request }) => !/reorder|attachments|^DELETE \/tasks$/.test(request))

for (const fault of [undefined, ...Object.keys(EFFECTS)]) {
  t.test(`buggy: ${fault ?? 'no fault'} changes only what it applies to (decisions 35 and 88)`, async (t) => {
    const { send } = await startTwins(t, fault === undefined ? {} : { [fault]: 1 }, { edition: earlier })
    const { trait, assert } = EFFECTS[fault ?? ''] ?? {}
    for (const operation of KNOWN) {
      const { name, status, traits } = operation
      const { buggy, v1 } = await send(operation)
      t.equal(v1.status, status, name)
      if (trait !== undefined && traits.includes(trait)) assert?.(t, name, buggy, v1)
      else assertSame(t, name, buggy, v1)
    }
  })
}
