import t from 'tap'
import { assertSolutions } from '../challenges/run-solutions.js'
import { startNginx } from './nginx.js'

t.test('nginx: the solutions of the challenges work with one process, and the near misses do not', (t) =>
  assertSolutions(t, {
    // Both names of replicas in deploy/nginx.conf are the same process.
    start: (port) => startNginx(t, [port, port]),
    // Its text says so.
    excluded: ['unknown-expectation'],
  }),
)
