import t from 'tap'
import { countWritten } from '../../scripts/markdown.js'
import { WORD_LIMITS, wordsOfPages } from '../../scripts/words.js'

t.test('counts the words outside of generated parts and blocks of code', async (t) => {
  const part = '<!-- generated settings -->\n\n| `PORT` | the port |\n\n<!-- end of generated settings -->'
  t.equal(countWritten(`# Title\n\nTwo words – \`code\`.\n\n${part}\n\n\`\`\`sh\necho 1\n\`\`\`\n\nEnd.`), 5)
  t.equal(countWritten('<!-- `npm run write -- challenges` writes this page. -->\n\n# Challenges\n'), 0)
})

t.test('the documentation stays within its limits of written words', async (t) => {
  const pages = wordsOfPages()
  const all = pages.reduce((sum, { written }) => sum + written, 0)
  for (const [page, limit] of Object.entries(WORD_LIMITS)) {
    const words = page === 'all' ? all : (pages.find((each) => each.page === page)?.written ?? Number.NaN)
    t.ok(words <= limit, `${page}: ${words} of ${limit} words`)
  }
})
