import type { Expectation, Matcher, Value } from '../exposure.js'
import type { PlannedTest } from '../plan/plan.js'
import type { Style } from './styles.js'

/** The number of lines of the longest assertion. */
const LINES_MAX = 15

const JSON_STRING = /^\s*"(?:[^"\\]|\\.)*",?$/

/**
 * Prints only the assertion of a test that states the rule. It compares the test with another one that expects something
 * else, so it needs nothing but the printer of the style.
 *
 * @returns the code; `undefined` if the assertion cannot be told from the rest of the test
 */
export function printAssertionOf(test: PlannedTest, style: Pick<Style, 'print'>): string | undefined {
  const lines = style.print(test).split('\n')
  const others = style.print(expectingOther(test)).split('\n')
  const start = lines.findIndex((line, index) => line !== others[index])
  const end = lines.findLastIndex((line, index) => line !== others[index - lines.length + others.length])
  const own = lines.slice(start, end + 1)
  if (start < 0 || own.length === 0 || own.length > LINES_MAX) return undefined
  // Some styles have code in JSON files: each line is a JSON string.
  const isJson = own.every((line) => JSON_STRING.test(line))
  const code = isJson ? own.map((line) => JSON.parse(line.replace(/,$/, '')) as string) : own
  const indent = Math.min(...code.map((line) => line.search(/\S|$/)))
  return code.map((line) => line.slice(indent)).join('\n')
}

/** Returns the test with another value in the expectation that states the rule. */
function expectingOther(test: PlannedTest): PlannedTest {
  const last = test.steps.findLastIndex(({ expect }) => expect.length > 0)
  const steps = test.steps.map((step, index) => {
    if (index !== last) return step
    const decisive = step.expect.at(-1) as Expectation
    return { ...step, expect: [...step.expect.slice(0, -1), { ...decisive, is: otherThan(decisive) }] }
  })
  return { ...test, steps }
}

/** Returns another matcher with the same references, of the same kind if possible: printers import what the kinds need. */
function otherThan({ at, is }: Expectation): Matcher {
  if ('matches' in is) return { matches: `${is.matches}.` }
  if ('sameItems' in is) return { ...is, sameItems: [...is.sameItems, 'other'] }
  if ('greaterThan' in is) return { equals: [is.greaterThan] }
  if ('equals' in is) return { ...is, equals: at === 'bytes' ? 'other' : otherValue(is.equals as Value) }
  return { equals: 'other' }
}

function otherValue(value: Value): Value {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value} other`
  // With the other bracket, the first lines differ too.
  return Array.isArray(value) ? { other: value } : [value]
}
