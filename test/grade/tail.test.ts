import t from 'tap'
import { lastLines, Tail } from '../../src/grade/tail.js'

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

t.test('an error shows the last 20 lines, and the start of long ones', async (t) => {
  t.equal(lastLines('one\r\ntwo\n\n'), 'one\ntwo')
  const lines = lastLines(Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')).split('\n')
  t.strictSame([lines.length, lines[0], lines[1], lines.at(-1)], [21, '…', 'line 30', 'line 49'])
  t.equal(lastLines('x'.repeat(1000)).length, 501)
})
