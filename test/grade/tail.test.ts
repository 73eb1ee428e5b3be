import t from 'tap'
import { excerptOf, lastLines, Tail } from '../../src/grade/tail.js'

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

t.test('a result shows the last 10 lines, and the start of long ones', async (t) => {
  t.equal(lastLines('one\r\ntwo\n\n'), 'one\ntwo')
  const lines = lastLines(Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')).split('\n')
  t.strictSame([lines.length, lines[0], lines[1], lines.at(-1)], [11, '…', 'line 40', 'line 49'])
  t.equal(lastLines('x'.repeat(1000)).length, 501)
})

t.test('an excerpt has the lines that report failures, even if a long summary comes after them', async (t) => {
  const failures = [
    'not ok 3 - creates a task',
    '✖ creates a task (3.1ms)',
    '  1) creates a task:',
    '  ● creates a task',
    'FAILED test_tasks.py::test_create - assert 200 == 201',
    'E       assert 200 == 201',
    '--- FAIL: TestCreate (0.01s)',
    'AssertionError [ERR_ASSERTION]: 200 !== 201',
  ]
  const noise = (count: number) => Array.from({ length: count }, (_, index) => `ok ${index}`)
  for (const failure of failures) {
    const output = [...noise(100), failure, '  expected 201', '  received 200', ...noise(200)]
    const lines = excerptOf(output.join('\n')).split('\n')
    t.strictSame(lines.slice(0, 5), ['…', failure, '  expected 201', '  received 200', '…'], failure)
    t.equal(lines.at(-1), 'ok 199')
    t.equal(lines.length, 45)
  }
  t.equal(excerptOf(noise(40).join('\n')), noise(40).join('\n'))
  t.ok(excerptOf(Array(500).fill('not ok').join('\n ')).split('\n').length <= 105)
})
