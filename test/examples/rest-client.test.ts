import { longTest } from '../kit/long-test.js'
import { assertGrading } from './suite.js'

longTest('examples/suites/rest-client passes on a correct board, and fails on a defective one', (t) =>
  assertGrading(t, 'rest-client'),
)
