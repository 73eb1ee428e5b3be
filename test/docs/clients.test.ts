import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { GENERATORS } from '../clients/generators.js'
import { GO } from '../clients/languages/go.js'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = read('docs/clients/typescript.md').split('\n')
const { devDependencies } = JSON.parse(read('test/clients/package.json')) as {
  devDependencies: Record<string, string>
}
const versioned = (name: string) => `${name}@${devDependencies[name]}`

t.test('docs/clients/typescript.md installs the tested packages in the tested versions', async (t) => {
  const expected = GENERATORS.map(({ packages }) => [...packages, 'typescript', 'tsx'].map(versioned))
  const shown = lines.filter((line) => line.startsWith('npm install '))
  t.strictSame(
    shown,
    expected.map((packages) => `npm install ${packages.join(' ')}`),
  )
})

t.test('docs/clients/typescript.md uses the tested commands', async (t) => {
  const document = 'http://127.0.0.1:3000/api/v2/openapi.json'
  for (const { command } of GENERATORS) {
    t.ok(lines.includes(['npx', ...command(document, 'client')].join(' ')), command('', '').join(' '))
  }
})

const SETTINGS = { 'oapi-codegen': 'config.yaml', ogen: 'ogen.yml' }

t.test('docs/clients/go.md uses the tested commands, settings and versions', async (t) => {
  const page = read('docs/clients/go.md')
  for (const { name, build } of GO) {
    const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    const [generate = []] = build('http://127.0.0.1:3000/api/v2/openapi.json', 'v2')
    t.match(section, `\n${generate.join(' ')}\n`)
    const folder = `test/clients/languages/${name}`
    t.match(section, read(`${folder}/${SETTINGS[name as keyof typeof SETTINGS]}`))
    const modules = [...section.matchAll(/^go get (.*)$/gm)].flatMap(([, list = '']) => list.split(' '))
    const versions = modules.filter((module) => module.includes('@'))
    t.ok(versions.length > 0)
    for (const version of versions) t.match(read(`${folder}/go.mod`), `\t${version.replace('@', ' ')}`)
  }
})
