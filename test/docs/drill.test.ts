import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { TITLES } from '../../src/rules/client-habits/goals.js'

const page = readFileSync(join(import.meta.dirname, '../../docs/drill.md'), 'utf8')

t.test('docs/drill.md: the task has the titles of the code', async (t) => {
  t.match(page, `\`${TITLES[0]}\` to \`${TITLES.at(-1)}\``)
})
