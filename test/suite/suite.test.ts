import t from 'tap'
import { startSetUp } from './set-ups.js'
import { runSuite } from './suite.js'

t.test('process: challenges, defects, drills, grades, classes and journals agree', async (t) => {
  await runSuite(t, await startSetUp(t, 'SQLite', true))
})
