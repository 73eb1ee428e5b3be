import t from 'tap'
import { hasOtherCause } from '../../../src/commands/grade/failure-cause.js'

const ENDED = { isTimedOut: false, signal: null }
const PRIORITY = [{ at: 'body.priority', kind: 'value', expected: 'MEDIUM', actual: 'LOW' }] as const

t.test('an output that names the place or a value of a changed response shows that it is the cause', async (t) => {
  for (const output of [
    "AssertionError: expected 'LOW' to equal 'MEDIUM'",
    'KeyError: priority',
    'Received: \u001b[31mLOW\u001b[39m',
    '-   "priority": "MEDIUM",\n+   "priority": "LOW",',
  ]) {
    t.notOk(hasOtherCause({ ...ENDED, output }, PRIORITY), output)
  }
  const list = [{ at: 'body.content', kind: 'missing', expected: [{ id: 15, title: 'Pack' }] }] as const
  t.notOk(hasOtherCause({ ...ENDED, output: "Expected ['Pack'], received []" }, list))
})

t.test('other outputs do not', async (t) => {
  for (const output of [
    '',
    "Error: ENOENT: no such file or directory, open 'test-results/LOW.txt'",
    "FileExistsError: [Errno 17] File exists: 'priority'",
    'Expected: 200\nReceived: 403\n> 12 |   expect(task.priority).toBe(1)',
    'ok 1 - the default of priority is MEDIUM\nnot ok 2 - logs in',
    '\u001b[32m✓\u001b[39m creates tasks of LOW priority',
    'LOW: Test timeout of 30000ms exceeded.',
  ]) {
    t.ok(hasOtherCause({ ...ENDED, output }, PRIORITY), output)
  }
  const output = "expected 'LOW' to equal 'MEDIUM'"
  t.ok(hasOtherCause({ output, isTimedOut: true, signal: null }, PRIORITY))
  t.ok(hasOtherCause({ output, isTimedOut: false, signal: 'SIGKILL' }, PRIORITY))
})

t.test('without a known change, only a problem of the machine counts', async (t) => {
  for (const changes of [[], [{ at: 'stored', kind: 'stored' } as const]]) {
    t.notOk(hasOtherCause({ ...ENDED, output: 'expected 1 to equal 2' }, changes))
    t.ok(hasOtherCause({ ...ENDED, output: 'listen EADDRINUSE: address already in use' }, changes))
  }
})
