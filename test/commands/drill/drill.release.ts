import t from 'tap'
import { drill } from '../../../src/commands/drill/run-drill.js'
import { DRILL_PROFILES } from '../../../src/rules/client-habits/drill.js'
import { PERFECT } from './clients.js'

/** The drills at full length: with the delays and all faults that users get. */
for (const profile of DRILL_PROFILES) {
  for (const [seed, jobs] of [
    [1, 1],
    [2, 4],
    [3, 20],
  ] as const) {
    t.test(`${profile}: the perfect client has 100 percent with ${jobs} jobs (decision 153)`, async (t) => {
      const command = [...PERFECT, String(jobs)]
      const result = await drill(
        { command, variant: 'buggy', profile, seed, timeLimit: 120, urlVariables: [] },
        new AbortController().signal,
      )
      const notRight = result.verdicts.filter(({ verdict }) => verdict !== 'right')
      t.strictSame(notRight, [])
      t.equal(result.score?.percent, 100)
    })
  }
}
