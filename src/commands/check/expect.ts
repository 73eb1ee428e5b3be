import { isDeepStrictEqual } from 'node:util'

/** A response breaks a rule. */
export class Mismatch extends Error {
  constructor(
    readonly expected: unknown,
    readonly actual: unknown,
    /** Whether the response lacks something that the check reads. */
    readonly isOtherShape = false,
  ) {
    super('The response breaks the rule')
  }
}

/** Compares values deeply. */
export function equal(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Mismatch(expected, actual)
}

/** Compares some fields of an object. */
export function fields(actual: unknown, expected: Readonly<Record<string, unknown>>): void {
  if (typeof actual !== 'object' || actual === null) throw new Mismatch(expected, actual, true)
  const missing = Object.keys(expected).filter((name) => !Object.hasOwn(actual, name))
  if (missing.length > 0) throw new Mismatch(expected, describeMissing(missing), true)
  const own = Object.keys(expected).map((name) => [name, (actual as Record<string, unknown>)[name]])
  equal(Object.fromEntries(own), expected)
}

/** Fails if an object lacks a field. It may have others. */
export function hasFields(actual: unknown, names: readonly string[]): void {
  const own = typeof actual === 'object' && actual !== null ? Object.keys(actual) : []
  const missing = names.filter((name) => !own.includes(name))
  if (missing.length > 0) throw new Mismatch(`the fields ${names.join(', ')}`, describeMissing(missing), true)
}

function describeMissing(names: readonly string[]): string {
  return names.length === 1 ? `The field ${names[0]} is missing` : `The fields ${names.join(', ')} are missing`
}

/** Compares a text with a pattern. */
export function matches(actual: unknown, expected: RegExp): void {
  if (typeof actual !== 'string' || !expected.test(actual)) throw new Mismatch(`text like ${expected}`, actual)
}

/** Fails if a condition is false. */
export function holds(condition: boolean, expected: string, actual: unknown): void {
  if (!condition) throw new Mismatch(expected, actual)
}
