import { createTaskId, findIds, type Rule, same } from './shared.js'

/** A stored text, a search term, and whether the term is found ignoring case (decision 16). */
const searchCases: [stored: string, search: string, found: boolean][] = [
  ['Write the report', 'write', true],
  ['Write the report', 'THE REP', true],
  ['Write the report', 'reports', false],
  ['Write the report', 'Write the report', true],
  ['\u00e9t\u00e9', '\u00c9T', true],
  ['\u00c9T\u00c9', '\u00e9t\u00e9', true],
  ['e\u0301', '\u00e9', false],
  ['\u00e9', 'e', false],
  ['e\u0301', 'E', true],
  ['\u03a3', '\u03c3', true],
  ['\u03a3', '\u03c2', true],
  ['\u03c3', '\u03c2', true],
  ['\u03c2', '\u03c3', true],
  ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c2', true],
  ['\u039f\u0394\u039f\u03a3 \u03c0', '\u03bf\u03c3 ', true],
  ['\u03bf\u03b4\u03bf\u03c2', '\u039f\u03a3', true],
  ['stra\u00dfe', 'STRA\u1e9eE', true],
  ['stra\u00dfe', 'STRASSE', false],
  ['strasse', '\u00df', false],
  ['\u0130', '\u0130', true],
  ['\u0130', 'i', false],
  ['\u0130', 'I', false],
  ['\u0130', 'i\u0307', false],
  ['i', '\u0130', false],
  ['\u0131', 'I', false],
  ['I', '\u0131', false],
  ['\u212a', 'k', true],
  ['k', '\u212a', true],
  ['\u00e5', '\u212b', true],
  ['\u017f', 'S', true],
  ['\ufb01', 'fi', false],
  ['\ufb06', '\ufb05', true],
  ['\u0390', '\u1fd3', true],
  ['\u01c5', '\u01c4', true],
  ['\u13a0', '\uab70', true],
  ['\u{10400}', '\u{10428}', true],
  ['\u{1f600}', '\u{1f600}', true],
  ['\u{1f600}', '\u{1f601}', false],
  ['abc', '%', false],
  ['abc', 'a%c', false],
  ['100 %', '0 %', true],
  ['abc', '_', false],
  ['a_c', '_', true],
  ['abc', '*', false],
  ['abc', '?', false],
  ['abc', 'a.c', false],
  ['abc', '[a]', false],
  ['abc', '\\', false],
  ['a\\c', '\\C', true],
  ["it's", "'S", true],
  ['say "hi"', '"HI"', true],
  ['tab\there', 'B\tH', true],
  ['two\nlines', 'o\nL', true],
  ['ab', ' ab', false],
  ['ab', 'ab ', false],
  ['a  b', 'a b', false],
]

export function searchRules(rule: Rule): void {
  rule('search ignores case and has no wildcards (decision 16)', async (t, store) => {
    const stored = new Map<string, number>()
    for (const [text] of searchCases) {
      if (!stored.has(text)) stored.set(text, await createTaskId(store, { title: text }))
    }
    for (const [text, search, expected] of searchCases) {
      const ids = await findIds(store, { search, size: 100 })
      t.equal(ids.includes(stored.get(text) ?? 0), expected, `${JSON.stringify(search)} in ${JSON.stringify(text)}`)
    }
  })

  for (const place of ['title', 'description', 'labels']) {
    rule(`search in ${place} is case-sensitive with matchCase (decision 37)`, async (t, store) => {
      const put = (text: string) => ({ title: '\u2026', [place]: place === 'labels' ? ['\u2014', text] : text })
      const [upper, lower] = [await createTaskId(store, put('Say "FOO"')), await createTaskId(store, put('say "foo"'))]
      for (const [search, expected] of [
        ['FOO', [upper]],
        ['foo', [lower]],
        ['Foo', []],
        ['ay "', [upper, lower]],
        ['%', []],
        ['', [upper, lower]],
      ] as const) {
        same(t, await findIds(store, { search, matchCase: true }), expected, search)
      }
      same(t, await findIds(store, { search: 'fOO', matchCase: false }), [upper, lower])
    })
  }

  for (const matchCase of [false, true]) {
    rule(`search finds nothing across fields with matchCase ${matchCase} (decision 16)`, async (t, store) => {
      const id = await createTaskId(store, { title: 'ob', description: 'cd', labels: ['ef', 'gh'] })
      const across = ['bc', 'bCd', 'bAc', 'bac', 'de', 'dAe', 'fg', 'fAg', 'A', 'b cd', 'b\nc', 'b\u001fc']
      const encoded = ['["', '"]', '","', 'f,g', 'f", "g', '[]', 'null', 'undefined', ',', '"']
      for (const search of [...across, ...encoded]) {
        same(t, await findIds(store, { search, matchCase }), [], JSON.stringify(search))
      }
      for (const search of ['ob', 'cd', 'ef', 'gh']) same(t, await findIds(store, { search, matchCase }), [id], search)
    })
  }
}
