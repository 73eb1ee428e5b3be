import type { Expectation, Matcher, Value } from '../exposure.js'
import { quote, toCode as toVariable, valueAt } from './javascript-values.js'

/** The assertions of a test runner, as code. */
export interface Assertions {
  equal(actual: string, expected: string): string
  deepEqual(actual: string, expected: string): string
  match(actual: string, expression: string): string
  isTrue(condition: string): string
}

/** How a test reads a response, and asserts. All methods return code. */
export interface Reader {
  status(response: string): string
  header(response: string, name: string): string
  text(response: string): string
  assert: Assertions
}

/** Prints the assertion of an expectation about a response, whose JSON body is an expression. */
export function printExpectation(
  { at, is }: Expectation,
  [response, body]: readonly [response: string, body: string],
  { status, header, text, assert }: Reader,
  toCode?: (value: Value) => string,
): string {
  if (at === 'status') return printAssertion(status(response), is, assert, toCode)
  if (at === 'bytes') return printAssertion(text(response), is, assert, toCode)
  const actual = at.startsWith('/') ? valueAt(body, at) : header(response, at.slice('header:'.length))
  return printAssertion(actual, is, assert, toCode)
}

/**
 * Prints an assertion about an expression.
 *
 * @param toCode writes a value. By default, the test has a variable for each response
 */
export function printAssertion(
  actual: string,
  is: Matcher,
  assert: Assertions,
  toCode: (value: Value) => string = toVariable,
): string {
  if ('equals' in is) {
    const expected = toCode(is.equals as Value)
    const isScalar = typeof is.equals !== 'object' || is.equals === null
    return (isScalar || ('$' in is.equals && is.plus !== undefined) ? assert.equal : assert.deepEqual)(
      actual,
      is.plus === undefined ? expected : `${expected} + ${is.plus}`,
    )
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `${actual}.split(${quote(is.split)})`
    const hasReference = is.sameItems.some((item) => typeof item === 'object')
    const expected = hasReference ? `${toCode(is.sameItems)}.sort()` : toCode(is.sameItems.toSorted())
    return assert.deepEqual(`${list}.sort()`, expected)
  }
  if ('matches' in is) return assert.match(actual, `/${is.matches.replaceAll('/', '\\/')}/`)
  if ('greaterThan' in is) return assert.isTrue(`${actual} > ${toCode(is.greaterThan)}`)
  return assert.equal(`new Set(${actual}).size`, `${actual}.length`)
}

/**
 * Returns the assertions of Chai.
 *
 * @param expect the function that starts an assertion, such as `pm.expect`
 */
export function chai(expect: string): Assertions {
  return {
    equal: (actual, expected) => `${expect}(${actual}).to.equal(${expected})`,
    deepEqual: (actual, expected) => `${expect}(${actual}).to.eql(${expected})`,
    // Without its type, `match` accepts `undefined` as the text "undefined".
    match: (actual, expression) => `${expect}(${actual}).to.be.a('string').and.match(${expression})`,
    isTrue: (condition) => `${expect}(${condition}).to.equal(true)`,
  }
}
