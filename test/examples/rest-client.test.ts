import t from 'tap'
import { assertGrading } from './suite.js'

t.test('examples/suites/rest-client passes on a correct board, and fails on a defective one', (t) =>
  assertGrading(t, 'rest-client'),
)
