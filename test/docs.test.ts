import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { FAULTS } from '../src/chaos/faults/index.js'
import * as catalogue from '../src/errors.js'
import { SECRETS, SETTINGS } from '../src/settings.js'
import { TIMEOUTS } from '../src/store/postgres/timeouts.js'
import { startService } from './helper.js'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The rows of the tables in a document, cell by cell. */
function rows(markdown: string): string[][] {
  return [...markdown.matchAll(/^\|(.+)\|$/gm)].map(([, cells]) =>
    (cells ?? '').split('|').map((cell) => cell.trim()),
  )
}

for (const file of ['README.md', 'docs/getting-started.md']) {
  t.test(`every command of ${file} runs and answers what is shown`, async (t) => {
    const { app } = await startService(t, { clock: Date.now })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const examples = [...read(file).matchAll(/```sh\n(.*?)```\n+```(?:json|text)\n(.*?)```/gs)]
    t.ok(examples.length >= 4)
    for (const [, command = '', answer = ''] of examples) {
      const script = command.replaceAll('http://127.0.0.1:3000', address).replaceAll('curl ', 'curl -s ')
      const { stdout } = await run('bash', ['-c', script])
      t.equal(mask(stdout), mask(answer), command)
    }
    t.equal(examples.length, read(file).split('```sh').length - 1, 'every command has its answer')
  })
}

/** Leaves out what differs from run to run: moments and tokens, and where one answer follows another. */
function mask(output: string): string {
  return output
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"<moment>"')
    .replace(/"(token|refreshToken)":"[\w.-]{43,}"/g, '"$1":"<token>"')
    .replace(/\}\n\{/g, '}{')
    .trim()
}

t.test('the table of settings in the README is that of the code', async (t) => {
  const expected = Object.entries<TSchema>({ ...SETTINGS.properties, ...SECRETS.properties }).map(
    ([name, { default: fallback, description }]) => [
      `\`${name}\``,
      fallback === undefined || fallback === '' ? '' : `\`${fallback}\``,
      description,
    ],
  )
  const [, table = ''] = /## Configuration(.*?)## /s.exec(read('README.md')) ?? []
  t.strictSame(rows(table).slice(2), expected)
})

t.test('the table of time-outs of PostgreSQL is that of the code', async (t) => {
  const expected = Object.entries(TIMEOUTS).map(([name, milliseconds]) => [
    `\`${name}\``,
    `\`${milliseconds}\``,
  ])
  const [, table = ''] = /(\| Parameter .*?)\n\n/s.exec(read('docs/stores.md')) ?? []
  t.strictSame(
    rows(table)
      .slice(2)
      .map(([name, fallback]) => [name, fallback]),
    expected,
  )
})

t.test('the table of faults is that of the code', async (t) => {
  const expected = FAULTS.map(({ name, rate, scope, effect }) => [
    `\`${name}\``,
    `${Number((rate * 100).toFixed(4))} %`,
    scope,
    effect,
  ])
  t.strictSame(rows(read('docs/faults.md')).slice(2), expected)
})

t.test('the catalogue of errors in the documents is that of the code', async (t) => {
  const expected = Object.values(catalogue)
    .filter((value) => value.prototype instanceof Error)
    .map((value) => {
      const ErrorClass = value as unknown as new (fields: object) => Error & { statusCode: number }
      const error =
        value === catalogue.ValidationFailed
          ? new ErrorClass({})
          : new (ErrorClass as new () => Error & { statusCode: number })()
      return [String(error.statusCode), error.message]
    })
  const [, table = ''] = /## The catalogue(.*)/s.exec(read('docs/errors.md')) ?? []
  t.strictSame(rows(table).slice(2).sort(), expected.sort())
})

t.test('every npm script is in docs/development, and every script that is named exists', async (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [
    ...documents
      .map(read)
      .join('\n')
      .matchAll(/npm (?:run )?((?<=run )[\w:-]+|ci|start|test)\b/g),
  ].map(([, name]) => name as string)
  const own = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name) && name !== 'build')
  t.strictSame(
    own.filter((name) => !read('docs/development.md').includes(name)),
    [],
  )
  t.strictSame(
    named.filter((name) => name !== 'ci' && scripts[name] === undefined),
    [],
  )
})

t.test('every link within the documents leads somewhere', async (t) => {
  for (const file of documents) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, link]) => link as string,
    )
    t.strictSame(
      links.filter((link) => !existsSync(join(root, dirname(file), link))),
      [],
      file,
    )
  }
})
