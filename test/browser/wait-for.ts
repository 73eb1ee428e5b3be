import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import type { Test } from 'tap'

/** How long a page has to show a value, in milliseconds. Busy machines are slow. */
const TIMEOUT = 120_000

/** Reads a value of a page, or an element whose text is the value. */
type Read<T> = (() => T | Promise<T>) | Locator

/** Asserts that a value of a page, which can follow later than the action before it, becomes the expected one. */
export async function waitForEqual<T = string>(
  t: Test,
  read: Read<T>,
  expected: NoInfer<T>,
  ...message: [] | [string]
): Promise<void> {
  t.strictSame(await readUntil(read, (value) => isDeepStrictEqual(value, expected)), expected, ...message)
}

/** Asserts that a text of a page, which can follow later than the action before it, matches a pattern or contains a text. */
export async function waitForMatch(
  t: Test,
  read: Read<string>,
  pattern: RegExp | string,
  ...message: [] | [string]
): Promise<void> {
  const matches = (text: string) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text))
  t.match(await readUntil(read, matches), pattern, ...message)
}

/** Reads a value until it is the expected one or the time is over, and returns it. */
async function readUntil<T>(read: Read<T>, isExpected: (value: T) => boolean): Promise<T> {
  const end = performance.now() + TIMEOUT
  for (;;) {
    const value = typeof read === 'function' ? await read() : ((await read.innerText()) as T)
    if (isExpected(value) || performance.now() >= end) return value
    await setTimeout(50)
  }
}

/** Copies a text with a button, and returns what is then in the clipboard, which the page writes later than the click. */
export async function readCopied(page: Page, copy: () => Promise<void>): Promise<string> {
  await page.evaluate(`navigator.clipboard.writeText('')`)
  await copy()
  return readUntil(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => text !== '',
  )
}
