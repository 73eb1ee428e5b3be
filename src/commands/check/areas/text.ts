import { area } from '../check.js'

/** Texts are stored exactly as sent. */
export const text = area('text')

const TEXTS: [name: string, title: string, text: string][] = [
  ['spaces', 'Spaces around a text are kept.', '  spaced  '],
  ['html', 'HTML is not escaped or removed.', '<b>Fish & Chips</b> &amp; "more"'],
  ['quotes', 'Quotes and backslashes are kept.', `it's "quoted" \\ and \\n`],
  ['emoji', 'Characters outside the BMP are kept.', 'Ship it 🚀👩‍👩‍👧'],
  ['composed', 'A composed letter is not decomposed.', 'caf\u00e9'],
  ['decomposed', 'A decomposed letter is not composed.', 'cafe\u0301'],
  ['right-to-left', 'Right-to-left text is kept.', 'שלום עולם'],
  ['line-breaks', 'Line breaks and tabs are kept.', 'first\nsecond\r\n\tthird'],
  ['sql', 'SQL is text.', "'; DROP TABLE task; --"],
  ['json', 'JSON is text.', '{"a": [null]}'],
  ['null', '`null` is text.', 'null'],
  ['number', 'Digits are text.', '9007199254740993'],
  ['template', 'Templates and formats are text.', '{{7*7}} #{7*7} %s %d %3C'],
  ['control', 'Control characters are kept.', '\u0001\u001f\u007f\u0080\u009f\v\f'],
  ['separators', 'Line and paragraph separators are kept.', '\u2028line\u2029'],
  ['byte-order-mark', 'A byte order mark is kept.', '\ufeffmark\ufeff'],
  ['noncharacters', 'Noncharacters are kept.', '\ufffe\uffff\ufffd\u{10ffff}'],
]
for (const [name, title, value] of TEXTS) {
  const values = JSON.stringify({ title: value, description: value, labels: [value] })
  text(`
    ${name} | decision 8 | ${title} | POST /tasks +${values} as new
      GET /tasks/{new.id} → ${values}`)
}

const INVISIBLE = ['\u200b', '\u180e', '\u0085', '\u2060', '\u2800', '\u00ad', '\u3164', '\u001f', '\u0301']
const emoji = (length: number) => JSON.stringify('🚀'.repeat(length))
const LABELS = JSON.stringify(Array.from({ length: 10 }, (_, index) => String(index).repeat(100)))

text(`
title-code-points | decision 8 | Lengths count code points: a title may have 100 emoji.
  POST /tasks +{title: ${emoji(100)}} → {title: ${emoji(100)}}
description-code-points | decision 8 | A description may have 500 emoji.
  POST /tasks +{description: ${emoji(500)}} → {description: ${emoji(500)}}
labels-order | decision 9 | The order and the duplicates of labels are kept.
  POST /tasks +{labels: ["b", "a", "b", "B"]} → {labels: ["b", "a", "b", "B"]}
labels-most | decision 9 | A task may have 10 labels of 100 characters.
  POST /tasks +{labels: ${LABELS}} → {labels: ${LABELS}}
title-code-points-max | decision 8, current | 101 emoji are too long for a title.
  POST /tasks +{title: ${emoji(101)}} → 400
escapes | decision 8 | Escapes in JSON are the characters that they stand for.
  POST /tasks raw {"title": "\\ud83d\\ude80 \\u00e9\\/\\n", "status": "\\u0054ODO"} with content-type: application/json
  → {title: "🚀 é/\\n", status: "TODO"}
not-blank | decision 8, v1 v2 | A title may be invisible characters that are not white space.
  ${INVISIBLE.map((title) => JSON.stringify({ title }))
    .map((values) => `POST /tasks +${values} → ${values}`)
    .join('\n')}
`)
