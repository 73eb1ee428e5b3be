import { longTest } from '../../kit/long-test.js'
import { startSetUp } from './set-ups.js'
import { runSuite } from './suite.js'

// `npm test` has tests of each part, and `npm test -- suite` runs this on all set-ups.
longTest('process: challenges, defects, drills, grades, classes and logs agree', async (t) => {
  await runSuite(t, await startSetUp(t, 'SQLite', true))
})
