import assert from 'node:assert/strict'

/** What a text in an expectation stands for. */
const KINDS: Record<string, (value: unknown) => boolean> = {
  '<any>': (value) => value !== undefined,
  '<absent>': (value) => value === undefined,
  '<id>': (value) => Number.isSafeInteger(value) && (value as number) > 0,
  '<moment>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value),
  '<text>': (value) => typeof value === 'string' && value !== '',
}

/**
 * Compares a value with an expectation, which is the same value, or has one of {@link KINDS} in places.
 *
 * @param where the place of the value, for the message
 * @throws if they differ
 */
export function assertMatches(actual: unknown, expected: unknown, where: string): void {
  const kind = typeof expected === 'string' && Object.hasOwn(KINDS, expected) ? KINDS[expected] : undefined
  if (kind !== undefined) {
    assert.ok(kind(actual), `${where} is ${JSON.stringify(actual)} in place of ${expected}`)
  } else if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      assertMatches(actual[name], expected[name], `${where}/${name}`)
    }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(actual.length, expected.length, `${where} has the length`)
    for (const [index, item] of expected.entries()) assertMatches(actual[index], item, `${where}/${index}`)
  } else {
    assert.deepEqual(actual, expected, where)
  }
}

/** Returns what a JSON pointer refers to: `undefined` if nothing. `*` stands for all items of an array. */
export function valueAt(value: unknown, pointer: string): unknown {
  const [, name, ...rest] = pointer.split('/')
  if (name === undefined) return value
  const below = rest.map((part) => `/${part}`).join('')
  if (name === '*') return (value as unknown[]).map((item) => valueAt(item, below))
  return valueAt((value as Record<string, unknown> | undefined)?.[name], below)
}

/** Whether a value is an object other than an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a copy of a value in which a function has replaced the texts. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]))
}
