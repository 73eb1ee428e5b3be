import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { installPackage, ROOT } from './installed.js'
import { readBlocks } from './read-blocks.js'

const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const [beginning = '', examples = ''] = page.split('\n## Examples\n')
const sections = (examples.split('\n## ')[0] ?? '').split('\n### ').slice(1)

t.test('the scripts of docs/library.md run', async (t) => {
  const user = await installPackage(t)
  const outputs = []
  for (const { code } of readBlocks(beginning).filter(({ language }) => language === 'js')) {
    user.write('script.mjs', code)
    outputs.push(await user.run('node script.mjs'))
  }
  t.match(outputs, [
    { code: 0, stdout: '200\n' },
    { code: 0, stdout: '500\n200\n' },
  ])
})

t.equal(sections.length, 4)
for (const section of sections) {
  const [title] = section.split('\n')
  t.test(`docs/library.md: the example of ${title} passes`, async (t) => {
    const user = await installPackage(t)
    const blocks = readBlocks(section)
    for (const { code } of blocks.filter(({ language }) => language === 'js')) {
      user.write(/^\/\/ (\S+)\n/.exec(code)?.[1] ?? '', code)
    }
    const [install = '', command = ''] = blocks.find(({ language }) => language === 'console')?.code.split('\n') ?? []
    const installed = await user.run(install.replace('task-board-service', user.tarball))
    t.equal(installed.code, 0, installed.stderr)
    const passed = await user.run(command)
    t.equal(passed.code, 0, passed.stdout + passed.stderr)
    t.match(passed.stdout + passed.stderr, /\b1 pass(ed)?\b|pass: 1|"?total"?: 1/)
  })
}
