import t from 'tap'
import { assertSolutions } from '../challenges/run-solutions.js'
import { FRONTS } from './fronts.js'

for (const [name, startFront] of Object.entries(FRONTS)) {
  t.test(`${name}: the solutions of the challenges work, and the near misses do not`, (t) =>
    assertSolutions(t, {
      start: async (port) => (await startFront(t, port)).base,
      // Its text says so.
      excluded: ['unknown-expectation'],
    }),
  )
}
