import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { GENERATORS } from './clients/generators.js'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const [, driven = ''] = /## Driven(.*?)\n## /s.exec(read('docs/clients.md')) ?? []
const { devDependencies } = JSON.parse(read('test/clients/package.json')) as {
  devDependencies: Record<string, string>
}

t.test('docs/clients names the packages that are driven, in the versions that are driven', async (t) => {
  const tools = ['@types/node', 'tsx', 'typescript']
  const expected = Object.entries(devDependencies)
    .filter(([name]) => !tools.includes(name))
    .map(([name, version]) => `${name}@${version}`)
  const named = driven.match(/@?[\w/-]+@\d[\w.-]*/g) ?? []
  t.strictSame([...new Set(named)].sort(), expected.sort())
})

t.test('docs/clients shows the commands that are run', async (t) => {
  const document = 'http://127.0.0.1:3000/api/v2/openapi.json'
  for (const { packages, command } of GENERATORS) {
    const [name = ''] = packages
    const [, ...args] = command(document, 'client')
    const shown = ['npx', `${name}@${devDependencies[name]}`, ...args].join(' ')
    t.match(driven, `\`${shown}\``)
  }
})
