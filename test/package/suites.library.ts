import t from 'tap'
import { assertGrading } from '../examples/suite.js'

for (const name of ['playwright', 'pytest']) {
  t.test(`examples/suites/${name} passes on a correct board, and fails on a defective one`, (t) =>
    assertGrading(t, name),
  )
}
