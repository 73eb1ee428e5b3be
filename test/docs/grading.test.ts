import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { grade } from '../../src/commands/grade/command.js'
import { ADAPTER_NAMES } from '../../src/commands/grade/tools/finding.js'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
const [page, benchmark, suggestions] = [read('grading.md'), read('benchmark.md'), read('suggestions.md')]
const flags = grade().options.map(({ long }) => long as string)

/** The flags of `task-board-service grade` in a text, up to the command of the suite. */
function flagsIn(text: string): string[] {
  const commands = [...text.matchAll(/task-board-service grade\b(.*?) -- /gs)].map(([, words]) => words as string)
  return commands.flatMap((words) => words.match(/--[\w-]+/g) ?? [])
}

t.test('the pages about grades: the commands use only flags that exist', async (t) => {
  const commands = [...benchmark.matchAll(/```console\n(.*?)```/gs)].map(([, text]) => text)
  t.ok(commands.length > 0)
  const used = flagsIn([page, suggestions, ...commands].join('\n'))
  t.ok(used.length > 10)
  const unknown = used.filter((flag) => !flags.includes(flag))
  t.strictSame(unknown, [])
})

t.test('docs/benchmark.md: the table of adapters has all of them', async (t) => {
  const [, text = ''] = benchmark.split('\n### Adapters\n')
  const [own = ''] = text.split('\n### ')
  const listed = [...own.matchAll(/^\| `(\w[\w-]*)` \|/gm)].map(([, name]) => name)
  t.strictSame(listed, ADAPTER_NAMES)
})

t.test('docs/grading.md: the recipes for CI are valid YAML', async (t) => {
  const recipes = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parse(text as string))
  t.equal(recipes.length, 2)
  const [github, gitlab] = recipes
  t.strictSame(Object.keys(github.jobs), ['grade', 'badge'])
  t.ok(gitlab.grade.script.some((script: string) => flagsIn(script).includes('--badge')))
})
