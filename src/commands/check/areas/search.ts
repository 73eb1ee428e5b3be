import { area } from '../check.js'

/** The parameter `search` of GET /tasks. */
export const search = area('search')

const LONGEST = '🚀'.repeat(500)
const CASES: [name: string, section: 4 | 12 | 16, title: string, text: string, tasks: object[], found: number[]][] = [
  ['title', 4, 'A search finds text in the title.', 'milk', [{ title: 'buy milk' }, {}], [1]],
  ['description', 4, 'A search finds text in the description.', 'milk', [{}, { description: 'buy milk' }], [2]],
  ['label', 4, 'A search finds text in a label.', 'milk', [{}, { labels: ['home', 'milk'] }], [2]],
  ['upper-case', 4, 'A search in lower case finds text in upper case.', 'milk', [{ title: 'MILK' }], [1]],
  ['lower-case', 4, 'A search in upper case finds text in lower case.', 'MILK', [{ title: 'milk' }], [1]],
  ['description-case', 4, 'A search in descriptions ignores case.', 'MiLk', [{ description: 'mIlK' }], [1]],
  ['label-case', 4, 'A search in labels ignores case.', 'MiLk', [{ labels: ['mIlK'] }], [1]],
  ['without-match', 4, 'A search without a match returns an empty list.', 'bread', [{ title: 'milk' }], []],
  ['substring', 16, 'A search matches a part of a word.', 'il', [{ title: 'milk' }, {}], [1]],
  ['several-words', 16, 'A search with a space matches the space.', 'a b', [{ title: 'a b' }, { title: 'b a' }], [1]],
  [
    'space-at-end',
    16,
    'A space at the end of a search must match.',
    'END ',
    [{ title: 'end' }, { title: 'end ' }],
    [2],
  ],
  ['percent', 16, '`%` is not a wildcard.', '%', [{ title: '100%' }, { title: '100' }], [1]],
  ['percent-inside', 16, '`%` does not match other text.', 'a%c', [{ title: 'abc' }], []],
  ['underscore', 16, '`_` is not a wildcard.', 'a_b', [{ title: 'a_b' }, { title: 'axb' }], [1]],
  ['asterisk', 16, '`*` is not a wildcard.', 'm*k', [{ title: 'milk' }, { title: 'm*k' }], [2]],
  ['dot', 16, 'A search is not a regular expression.', 'm..k', [{ title: 'milk' }], []],
  ['backslash', 16, 'A backslash has no special meaning.', '\\', [{ title: 'a\\b' }, { title: 'ab' }], [1]],
  ['quote', 16, 'A quote has no special meaning.', "'", [{ title: "it's" }, { title: 'its' }], [1]],
  ['not-across-fields', 16, 'A search does not match across fields.', 'ab', [{ title: 'a', description: 'b' }], []],
  ['not-across-labels', 16, 'A search does not match across labels.', 'ab', [{ labels: ['a', 'b'] }], []],
  ['not-in-priority', 16, 'A search does not match the priority.', 'urgent', [{ priority: 'URGENT' }], []],
  ['accents', 16, '`é` finds `É`.', 'é', [{ title: 'CAFÉ' }], [1]],
  ['accents-differ', 16, '`e` does not find `é`.', 'e', [{ title: 'é' }], []],
  ['greek', 16, '`σ` finds `Σ` and `ς`.', 'σ', [{ title: 'Σ' }, { title: 'ς' }], [1, 2]],
  ['sharp-s', 16, '`ß` finds `ẞ`, but not `SS`.', 'ß', [{ title: 'ẞ' }, { title: 'SS' }], [1]],
  ['dotted-i', 16, '`i` does not find `İ`.', 'i', [{ title: 'İ' }], []],
  ['cyrillic', 16, 'A search ignores case in Cyrillic.', 'МОЛОКО', [{ title: 'молоко' }], [1]],
  ['not-normalised', 16, 'Composed and decomposed letters differ.', '\u00e9', [{ title: 'e\u0301' }], []],
  ['empty', 12, 'An empty search filters nothing.', '', [{}, {}], [1, 2]],
  ['longest', 12, 'A search may have 500 characters.', LONGEST, [{}, { description: LONGEST }], [2]],
  ['emoji', 16, 'A search finds an emoji.', '🚀', [{ title: 'Ship 🚀' }, { title: '🚗' }], [1]],
]
for (const [name, section, title, text, tasks, found] of CASES) {
  const created = tasks.map((values, index) => `POST /tasks +${JSON.stringify(values)} as task${index + 1}`)
  search(`
    ${name} | ${section === 4 ? 'spec 4' : `decision ${section}`} | ${title} | CLEAR
      ${created.join('\n')}
      GET /tasks?search=${encodeURIComponent(text)} → /content/*/id = [${found.map((number) => `{task${number}.id}`)}]`)
}
search(`
null-character | decision 39 | A search with U+0000 is refused. | GET /tasks?search=a%00b → 400
not-in-comments | decision 16 | A search does not match comments.
  POST /tasks/{task.id}/comments {text: "only-in-a-comment"}
  GET /tasks?search=only-in-a-comment → {content: []}
total-elements | spec 2 | 'totalElements' counts the tasks that a search finds. | CLEAR
  POST /tasks +{title: "milk"}
  POST /tasks +{title: "milk"}
  POST /tasks +{title: "bread"}
  GET /tasks?search=milk&size=1 → {totalElements: 2}
with-status | spec 4 | A search respects the filter 'status'. | CLEAR
  POST /tasks +{title: "milk"}
  POST /tasks +{title: "milk", status: "DONE"} as done
  GET /tasks?search=milk&status=DONE → /content/*/id = [{done.id}]
with-priority | decision 15 | A search respects the filter 'priority'. | CLEAR
  POST /tasks +{title: "milk"}
  POST /tasks +{title: "milk", priority: "LOW"} as low
  GET /tasks?search=milk&priority=LOW → /content/*/id = [{low.id}]
after-replace | spec 4 | A search finds the new text of a replaced task, not the old. | CLEAR
  POST /tasks +{title: "milk"} as milk
  PUT /tasks/{milk.id} +{title: "bread"}
  GET /tasks?search=milk → {content: []}
  GET /tasks?search=bread → /content/*/id = [{milk.id}]
not-in-checklist | decision 16, current | A search does not match checklist items. | CLEAR
  POST /tasks +{checklistItems: [{text: "milk"}]}
  GET /tasks?search=milk → {content: []}
`)
