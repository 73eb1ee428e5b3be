import { shortenText, shortenTexts } from './shorten.js'

/** The maximum length of a value in a sentence, in UTF-16 code units. */
const VALUE_MAX = 60

/** Control characters, line ends, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sentences must not contain them
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g

/** Returns a text, or the JSON text of another value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Puts a value between backticks, on one line, and shortened. */
export function code(value: unknown): string {
  const text = textOf(value).replace(UNSAFE, ' ').replaceAll('`', "'")
  return `\`${shortenText(text, VALUE_MAX)}\``
}

/** Whether two texts cannot be told apart when they are shown. */
export function looksSame(...texts: [string, string]): boolean {
  const [one, other] = texts.map((text) =>
    text
      .normalize('NFKC')
      .replace(/[\s\u2800]+/g, ' ')
      .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\ufffd]| *` */gu, ''),
  )
  return one === other
}

/** The number of characters of a text with escapes. Each escape has six. */
const ESCAPED_MAX = 40

/** Puts the parts of two texts in which they differ between backticks, with escapes. */
export function codeDifferent(one: string, other: string): string[] {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return shortenTexts(one, other, ESCAPED_MAX).map((text) => `\`${text.replace(/[^ -~…]|`|^ | (?= |$)/g, toEscape)}\``)
}

/**
 * Formats a duration: seconds with one decimal place, or whole milliseconds below one second.
 *
 * @param milliseconds the duration
 */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return milliseconds < 1 ? 'less than 1 ms' : `${Math.round(milliseconds)} ms`
}

/** Joins words: `1, 2 and 3`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Joins clauses: `it was late, and its content was correct`. */
export function joinClauses(clauses: readonly string[]): string {
  return clauses.length < 2 ? clauses.join() : `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`
}

/** Makes a sentence of a clause. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`
}
