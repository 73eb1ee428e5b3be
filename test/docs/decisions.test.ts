import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Tokens } from 'marked'
import t from 'tap'
import { CHECKS } from '../../src/commands/check/areas.js'

const ROOT = join(import.meta.dirname, '../..')

/** The title of a test: the first argument of a call, a text that ends with the numbers of decisions. */
const TITLE = /\b\w+\(\s*(['"`])(?:(?!\1).)*\(decisions? ([^)]*)\)\1/gs

/** Reads `24`, `24 and 25`, `24, 25` or `11 to 13`. */
function readNumbers(list: string): number[] {
  return list.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(' to ').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
const tests = [...filesIn('test'), ...filesIn('src').filter((file) => /\.test\.ts$/.test(file))].filter(
  (file) => /\.ts$/.test(file) && !file.includes('node_modules'),
)
const named = new Set(
  tests.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [...text.matchAll(TITLE)].flatMap(([, , list = '']) => readNumbers(list))
  }),
)
/** The decisions that checks of the conformance kit prove. */
const checked = new Set(CHECKS.map(({ section }) => Number(/^decision (\d+)$/.exec(section)?.[1])))
const page = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8')
const decisions = [...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))

t.test('every decision is named in the title of a test, or a conformance check proves it', async (t) => {
  t.ok(decisions.length >= 59, `${decisions.length} decisions`)
  const untested = decisions.filter((number) => !named.has(number) && !checked.has(number))
  t.strictSame(untested, [])
})

t.test('the titles of tests name only existing decisions', async (t) => {
  const unknown = [...named].filter((number) => !decisions.includes(number))
  t.strictSame(unknown, [])
})

t.test('the code and the pages cite only existing decisions', async (t) => {
  const cited = ['src', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|md)$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, folder, file), 'utf8')
        return [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, list = '']) =>
          readNumbers(list).map((number) => ({ file, number })),
        )
      }),
  )
  const unknown = cited.filter(({ number }) => !decisions.includes(number))
  t.strictSame(unknown, [])
})

t.test('every decision is shown with its number', async (t) => {
  const lists = marked.lexer(page).filter((token): token is Tokens.List => token.type === 'list')
  const shown = lists.flatMap(({ start, items }) => items.map((_, index) => Number(start) + index))
  t.strictSame(shown, decisions)
})
