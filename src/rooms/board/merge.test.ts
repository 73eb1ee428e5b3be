import fc from 'fast-check'
import t from 'tap'
import { mergeSteps } from './merge.js'
import { finish } from './steps.js'

t.test('sorted parts are merged as far as needed', (t) => {
  const compare = (a: number, b: number) => a - b
  const property = fc.property(fc.array(fc.array(fc.nat(50))), fc.nat(20), fc.nat(20), (parts, from, size) => {
    const sorted = parts.map((part) => part.sort(compare))
    const merged = finish(mergeSteps(sorted, compare, from, from + size))
    return (
      String(merged) ===
      String(
        sorted
          .flat()
          .sort(compare)
          .slice(from, from + size),
      )
    )
  })
  fc.assert(property)
  t.end()
})
