import t from 'tap'
import { assertSolutions } from './run-solutions.js'

t.test('each solution solves its challenge with its last request, and a near miss does not', (t) => assertSolutions(t))
