import t from 'tap'
import { normalizeTimestamp, toTimestamp } from './time.js'

const SECOND = Date.parse('2026-03-02T08:30:00Z')

t.test('formats a time in UTC with whole seconds', async (t) => {
  t.equal(toTimestamp(SECOND), '2026-03-02T08:30:00Z')
  t.equal(toTimestamp(SECOND + 999), '2026-03-02T08:30:00Z')
  t.equal(toTimestamp(SECOND + 1000), '2026-03-02T08:30:01Z')
  t.equal(toTimestamp(-1), '1969-12-31T23:59:59Z')
  t.throws(() => toTimestamp(Number.NaN), RangeError)
})

t.test('formats the same second again, also after many others', async (t) => {
  for (let round = 0; round < 2; round++) {
    for (let seconds = 0; seconds < 250; seconds++) {
      const time = SECOND + seconds * 1000
      t.equal(toTimestamp(time), new Date(time).toISOString().replace('.000', ''))
    }
  }
})

t.test('converts an offset in the first and the last year to UTC', async (t) => {
  t.equal(normalizeTimestamp('9999-12-31T23:59:59+01:00'), '9999-12-31T22:59:59Z')
  t.equal(normalizeTimestamp('9999-12-31T23:59:59-01:00'), undefined)
  t.equal(normalizeTimestamp('0000-01-01T00:00:00-01:00'), '0000-01-01T01:00:00Z')
  t.equal(normalizeTimestamp('0000-01-01T00:00:00+01:00'), undefined)
})
