/** Runs the suite on all set-ups, one after the other: `npm test -- suite`, with `SET_UPS='nginx Caddy'` on some. */
import t from 'tap'
import { NAMES, startSetUp } from './set-ups.js'
import { runSuite, type Transcripts } from './suite.js'

const { SET_UPS = NAMES.join(' ') } = process.env
/** The transcripts of the first set-up. */
let expected: Record<string, Transcripts> | undefined

for (const name of NAMES.filter((name) => SET_UPS.split(' ').includes(name))) {
  t.test(name, async (t) => {
    const found = await runSuite(t, await startSetUp(t, name))
    expected ??= found
    for (const [part, transcripts] of Object.entries(expected)) {
      for (const [step, transcript] of Object.entries(transcripts)) {
        const other = found[part]?.[step]
        // Some challenges cannot be solved behind a proxy.
        if (found !== expected && (other !== undefined || part !== 'challenges'))
          t.equal(other, transcript, `${part}: ${step}`)
      }
    }
  })
}
