import { area, CURRENT, decision } from '../kit/check.js'
import { equal, fields } from '../kit/expect.js'

/** Texts are stored exactly as sent. */
export const text = area('text')
const { check } = text

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
]
for (const [name, title, value] of TEXTS) {
  check(name, decision(8), title, async (api) => {
    const values = { title: value, description: value, labels: [value] }
    const { id } = await api.create(values)
    fields(await api.task(id), values)
  })
}
check('title-code-points', decision(8), 'Lengths count code points: 100 emoji are a title.', async (api) =>
  fields(await api.create({ title: '🚀'.repeat(100) }), { title: '🚀'.repeat(100) }),
)
check('description-code-points', decision(8), '500 emoji are a description.', async (api) =>
  fields(await api.create({ description: '🚀'.repeat(500) }), { description: '🚀'.repeat(500) }),
)
check(
  'title-code-points-max',
  decision(8),
  '101 emoji are too long for a title.',
  async (api) => equal(await api.status('POST /tasks', { json: { status: 'TODO', title: '🚀'.repeat(101) } }), 400),
  CURRENT,
)
check('labels-order', decision(9), 'The order and the duplicates of labels are kept.', async (api) =>
  fields(await api.create({ labels: ['b', 'a', 'b', 'B'] }), { labels: ['b', 'a', 'b', 'B'] }),
)
check('labels-most', decision(9), 'A task may have 10 labels of 100 characters.', async (api) => {
  const labels = Array.from({ length: 10 }, (_, index) => String(index).repeat(100))
  fields(await api.create({ labels }), { labels })
})
