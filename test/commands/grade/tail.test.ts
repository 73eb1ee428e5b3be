import t from 'tap'
import { failedTestIn } from '../../../src/commands/grade/failed-tests.js'
import { excerptOf, Tail } from '../../../src/commands/grade/tail.js'
import { RUNNER_OUTPUTS } from './runner-outputs.js'

t.test('keeps the last part of a long output', async (t) => {
  const tail = new Tail()
  for (let index = 0; index < 300; index++) tail.add(Buffer.alloc(10_000, String(index % 10)))
  tail.add(Buffer.from('\nend\n'))
  const text = tail.toString()
  t.match(text, /^\[The start of the output is left out\.\]\n/)
  t.ok(text.endsWith('9\nend\n'))
  t.ok(text.length > 1_000_000 && text.length < 1_100_000)
})

t.test('keeps a short output in full', async (t) => {
  const tail = new Tail()
  t.equal(tail.toString(), '')
  tail.add(Buffer.from('é').subarray(0, 1))
  tail.add(Buffer.from('é').subarray(1))
  t.equal(tail.toString(), 'é')
})

t.test('an excerpt of a short output is all of it, and long lines have their starts', async (t) => {
  t.equal(excerptOf('one\r\ntwo\n\n'), 'one\ntwo')
  t.equal(excerptOf('x'.repeat(1000)).length, 501)
  t.equal(excerptOf('\u001b[31mError\u001b[39m'), 'Error', 'without colours')
})

t.test('an excerpt without a failure is the end of the output', async (t) => {
  const lines = excerptOf(Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')).split('\n')
  t.strictSame([lines.length, lines[0], lines[1], lines.at(-1)], [11, '…', 'line 40', 'line 49'])
})

const noise = (count: number) => Array.from({ length: count }, (_, index) => `ok ${index}`)

for (const { runner, lines, assertion, test } of RUNNER_OUTPUTS) {
  t.test(`an excerpt has the failed test and its assertion: ${runner}`, async (t) => {
    const errors = Array.from({ length: 40 }, () => '12:30 ERROR An Exception in a log')
    const excerpt = excerptOf([...errors, ...noise(100), ...lines, ...noise(200)].join('\n'))
    t.ok(excerpt.includes(assertion), excerpt)
    t.equal(excerpt.split('\n').at(-1), 'ok 199')
    t.ok(excerpt.split('\n').length <= 70)
    t.strictSame([...new Set(excerpt.split('\n').flatMap((line) => failedTestIn(line) ?? []))], [test])
  })
}

t.test('an excerpt has the lines with errors, and a line that leaves out the others', async (t) => {
  const output = [...noise(100), 'TypeError: fetch failed', 'one', 'two', ...noise(200)]
  const lines = excerptOf(output.join('\n')).split('\n')
  t.strictSame(lines.slice(0, 5), ['…', 'TypeError: fetch failed', 'one', 'two', '…'])
  t.equal(lines.length, 15)
  t.ok(excerptOf(Array(500).fill('not ok 1 - one').join('\n ')).split('\n').length <= 70)
})

t.test('lines that report no failed test have no name of one', async (t) => {
  for (const line of [
    'not ok 4 - later # TODO',
    '✖ failing tests:',
    '  ● Console',
    '✔ creates a task (1ms)',
    '1. Install the packages',
    '[ERROR] Tests run: 4, Failures: 1, Time elapsed: 3.1 s <<< FAILURE! -- in TaskTest',
  ]) {
    t.equal(failedTestIn(line), undefined, line)
  }
})
