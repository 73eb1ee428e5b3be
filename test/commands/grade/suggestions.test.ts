import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { describeDefect } from '../../../src/classroom/defects/routes.js'
import { recognizeStyle } from '../../../src/commands/grade/report/recognize-style.js'
import { suggestTests } from '../../../src/commands/grade/report/suggestions.js'
import { writeSuggestions } from '../../../src/commands/grade/report/write-suggestions.js'
import type { DefectResult, Evidence } from '../../../src/commands/grade/types.js'
import { STYLES, type Style, styleOf } from '../../../src/rules/exposures/print/styles.js'
import { runHere } from '../../kit/run-here.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const NODE_TEST = styleOf('node-test') as Style

/** The result of a defect that a suite has missed. */
function missed(name: string, evidence: Evidence | null = null): DefectResult {
  const defect = DEFECTS.find((each) => each.name === name)
  const described = defect === undefined ? { name } : describeDefect(defect)
  return { ...described, outcome: 'missed', evidence } as DefectResult
}

/** A response of a suite that a defect has changed. */
function response(request: string, status: number): Evidence {
  const [method = '', target = ''] = request.split(' ')
  return {
    effect: 'response',
    requests: 1,
    first: { number: 1, requestId: 'a', time: '2026-03-02T08:30:00Z', method, target: `/api/v1${target}`, status },
  }
}

const suggest = (defects: DefectResult[], count = 10, alsoFinds = {}) =>
  suggestTests({ defects, variant: 'v1' }, NODE_TEST, { count, alsoFinds })

t.test('the test that finds most comes first, then those that cost least', async (t) => {
  const created = response('POST /tasks', 201)
  const defects = [
    missed('list-ignores-priority'),
    missed('list-ignores-status'),
    missed('location-missing', created),
    missed('a-defect-of-a-newer-service'),
    { ...missed('title-trimmed'), outcome: 'found' as const },
  ]
  const names = (found: ReturnType<typeof suggest>) => found.map(({ defect }) => defect)
  const [byCost, important] = [suggest(defects), suggest(defects, 2)]
  t.strictSame(names(byCost), ['location-missing', 'list-ignores-priority', 'list-ignores-status'])
  t.strictSame(names(important), ['location-missing', 'list-ignores-priority'])
  const alsoFinds = { 'list-ignores-status': ['list-ignores-priority', 'title-trimmed'], 'location-missing': [] }
  const most = suggest(defects, 10, alsoFinds)
  t.strictSame(names(most), ['list-ignores-status', 'location-missing', 'list-ignores-priority'])
  t.strictSame(most[0]?.alsoFinds, ['list-ignores-priority'], 'others were found')
})

t.test('a request that the suite overlooked gets the assertion, if its correct response passes it', async (t) => {
  const assertion = (name: string, evidence: Evidence, status: number, json: object, headers = {}) => {
    const expected = { status, headers, body: { text: JSON.stringify(json), bytes: 1 } }
    const result = { ...missed(name, evidence), exchange: { expected } } as DefectResult
    return suggest([result])[0]?.assertion
  }
  const created = response('POST /tasks', 201)
  t.match(assertion('default-priority-is-low', created, 201, { priority: 'MEDIUM' }), {
    operation: 'POST /tasks',
    request: { number: 1 },
    code: "assert.equal(task.priority, 'MEDIUM')",
  })
  t.equal(assertion('default-priority-is-low', created, 201, { priority: 'HIGH' }), null, 'another value is correct')
  t.match(assertion('create-returns-200', response('POST /tasks', 200), 201, {}), { code: /201/ }, 'the status')
  t.match(assertion('error-media-type-is-text', response('GET /tasks/9', 404), 404, {}, JSON_TYPE), { code: /json/ })
  const allow = (methods: string) =>
    assertion('allow-lists-all-methods', response('PATCH /tasks', 405), 405, {}, { allow: methods })
  t.match(allow('POST, GET, HEAD, DELETE'), { code: /GET/ })
  t.equal(allow('GET, HEAD, PUT, DELETE'), null, 'the path has other methods')
  const { errors, none } = { errors: { title: 'Title is required' }, none: { status: 'Status is required' } }
  const refused = response('POST /tasks', 400)
  t.match(assertion('error-without-errors', refused, 400, { errors }), { code: /errors.title/ })
  t.equal(assertion('error-without-errors', refused, 400, { errors: none }), null, 'another field is invalid')
  t.equal(assertion('error-without-errors', refused, 400, []), null, 'the body has no such value')
  const list = response('GET /tasks?status=DONE', 200)
  t.match(assertion('list-ignores-status', list, 200, { content: [] }), null, 'the ids are those of the test')
  t.equal(assertion('default-priority-is-low', response('GET /tasks/1', 200), 200, {}), null, 'another operation')
  t.equal(assertion('concurrent-deletes-succeed', response('DELETE /tasks/1', 204), 404, {}), null, 'several at once')
  t.equal(assertion('default-priority-is-low', { ...created, effect: 'write' }, 201, { priority: 'MEDIUM' }), null)
})

t.test('the style of a suite follows from its command, its package.json or other files', async (t) => {
  const manifest = { scripts: { check: 'vitest run' }, devDependencies: { '@playwright/test': '1' } }
  const folder = t.testdir({
    npm: { 'package.json': JSON.stringify(manifest) },
    pytest: { 'pytest.ini': '[pytest]\n' },
    requirements: { 'requirements.txt': 'requests\npytest\n' },
    maven: { 'pom.xml': '<artifactId>karate-junit5</artifactId>', 'package.json': JSON.stringify(manifest) },
    broken: { 'package.json': '{' },
    empty: {},
  })
  const cases: [command: string, style: string, folder?: string][] = [
    ['npx vitest run', 'vitest'],
    ['npx playwright test -x', 'playwright'],
    ['npx jest --bail', 'jest-supertest'],
    ['python3 -m pytest', 'pytest'],
    ['python3 tests/suite.py', 'pytest'],
    ['node --test', 'node-test', 'npm'],
    ["sh -c 'cd tests && npm run check'", 'vitest', 'npm'],
    ['npm test', 'playwright', 'npm'],
    ['./run.sh', 'pytest', 'pytest'],
    ['make test', 'pytest', 'requirements'],
    ['npx newman run a.json', 'postman'],
    ['npx bru run', 'bruno'],
    ['hurl --test .', 'hurl'],
    ['java -jar karate.jar .', 'karate'],
    ['mvn test', 'karate', 'maven'],
    ['./gradlew test', 'rest-assured'],
    ['npm test', 'node-test', 'broken'],
    ['./run.sh', 'node-test'],
  ]
  t.strictSame([...new Set(cases.map(([, style]) => style))].sort(), STYLES.map(({ name }) => name).sort())
  for (const [command, style, name = 'empty'] of cases) {
    t.equal((await recognizeStyle(command.split(' '), join(folder, name))).name, style, `${command} in ${name}`)
  }
})

t.test('files that exist stay as they are, and those with other content are named', async (t) => {
  const [first, second] = suggest([missed('list-ignores-priority'), missed('list-ignores-status')])
  if (first === undefined || second === undefined) throw new Error('There are no suggestions')
  const folder = t.testdir({ 'package.json': '{}', [first.file]: '// mine' })
  const lines = await writeSuggestions(folder, NODE_TEST, [first, second])
  t.match(lines, [
    / 2 suggested tests .*: node --test$/,
    `Kept ${join(folder, first.file)}: it exists with other content.`,
  ])
  t.equal(readFileSync(join(folder, first.file), 'utf8'), '// mine')
  t.equal(readFileSync(join(folder, second.file), 'utf8'), second.code)
  t.equal(readFileSync(join(folder, 'package.json'), 'utf8'), '{}')
  t.equal((await writeSuggestions(folder, NODE_TEST, [second])).length, 1, 'it has this content')
  t.match(await writeSuggestions(folder, NODE_TEST, []), [/^There are no suggestions/])
  await t.rejects(writeSuggestions('/dev/null/a', NODE_TEST, [first]), { message: /^Cannot write \/dev\/null\/a\// })
})

t.test('the suggested tests find what a suite has missed, as they are', async (t) => {
  // One process for all files starts faster than node --test.
  const folder = t.testdir({
    'suite.mjs': `
      import assert from 'node:assert/strict'
      import { readdirSync } from 'node:fs'
      import { test } from 'node:test'
      test('creates a task', async () => {
        const headers = { 'Content-Type': 'application/json', 'X-Test-Name': 'creates a task' }
        const body = JSON.stringify({ title: 'A task', status: 'TODO' })
        assert.ok((await fetch(process.env.API_URL + '/tasks', { method: 'POST', headers, body })).ok)
      })
      const suggested = readdirSync(import.meta.dirname + '/suggested').filter((name) => name.endsWith('.test.mjs'))
      for (const name of suggested) await import('./suggested/' + name)`,
    suggested: {},
  })
  const [place, file] = [join(folder, 'suggested'), join(folder, 'grade.json')]
  const grade = async (...flags: string[]) => {
    const names = 'default-priority-is-low,list-ignores-status'
    const args = ['--defects', names, '--json', file, ...flags, '--', process.execPath, join(folder, 'suite.mjs')]
    const exit = await runHere(t, 'grade', { args })
    return { ...exit, ...JSON.parse(readFileSync(file, 'utf8')) }
  }
  const before = await grade('--suggest', place, '--suggest-as', 'node-test', '--suggest-count', '1')
  t.match(before, { score: { found: 0 }, suggestions: { length: 1 } })
  t.match(before.stderr, / has 1 suggested test .* with: node --test\n/)
  t.match(
    before.stdout,
    /Score 0%.*What to add next \(style node-test\)\n {2}1\. default-priority-is-low: .*'creates a task'\):\n {7}assert\.equal\(task\.priority, 'MEDIUM'\)\n {5}The test is in .*a-task-.*\n$/s,
  )
  const after = await grade('--suggest-count', 'all', '--suggest-as', 'node-test')
  t.match(after, { problem: null, score: { found: 1 }, suggestions: { length: 1 } })
  t.match(
    after.stdout,
    /What to add next .*\n {2}1\. list-ignores-status: .*\n {7}import assert .*--suggest <folder> writes/s,
  )
})
