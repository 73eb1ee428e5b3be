import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { runAction } from '../kit/action.js'
import { installPackage, ROOT } from './installed.js'

/** A suite that only asserts that a task is created. */
const CREATE = `
const response = await fetch(process.env.API_URL + '/tasks', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"A task","status":"TODO"}',
})
if (response.status !== 201) throw new Error('Expected 201, received ' + response.status)
`

t.test('action.yml', async (t) => {
  const version = `file:${(await installPackage(t)).tarball}`
  const run = (t: Test, workspace: string, inputs: Record<string, string>) =>
    runAction(t, workspace, { version, ...inputs })

  function createWorkspace(t: Test): string {
    const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
    t.teardown(() => rmSync(workspace, { recursive: true, force: true }))
    mkdirSync(join(workspace, 'tests'))
    writeFileSync(join(workspace, 'tests/create.mjs'), CREATE)
    return workspace
  }

  t.test('grades an example, and leaves a summary, the score, the reports and the badge', async (t) => {
    const workspace = createWorkspace(t)
    cpSync(join(ROOT, 'examples/suites/rest-client'), join(workspace, 'tests'), { recursive: true })
    const { code, log, summary, outputs } = await run(t, workspace, {
      command: 'test -n "$SERVER"\necho {baseUrl} | grep "^$SERVER$"\nnode --test',
      'working-directory': 'tests',
      variant: 'v2',
      defects: 'create-returns-200,logout-keeps-session',
      env: 'SERVER\n\nGREETING=hello',
      'min-score': '50',
      jobs: '1',
    })
    t.equal(code, 0, 'the score is not below the minimum', { log })
    const { score, found, total, reports = '', badge = '' } = outputs
    t.strictSame({ score, found, total }, { score: '50', found: '1', total: '2' })
    t.match(summary, 'found 1 of 2 defects')
    t.match(summary, 'logout-keeps-session', 'the summary names the missed defect')
    t.match(JSON.parse(readFileSync(badge, 'utf8')), { schemaVersion: 1, label: 'defects found', message: '50%' })
    for (const name of ['grade.md', 'grade.html', 'grade.json', 'grade.xml', 'badge.json']) {
      t.ok(existsSync(join(reports, name)), name)
    }
  })

  t.test('fails if the score is below the minimum', async (t) => {
    const { code, summary, outputs } = await run(t, createWorkspace(t), {
      command: 'node tests/create.mjs',
      defects: 'create-returns-200, delete-returns-200',
      'min-score': '50.1',
    })
    t.equal(code, 4)
    t.match(outputs, { score: '50', found: '1', total: '2' })
    t.match(summary, 'delete-returns-200')
  })

  t.test('fails without a score if the suite fails on a correct board', async (t) => {
    const { code, summary, outputs } = await run(t, createWorkspace(t), {
      command: 'node tests/create.mjs\nfalse\ntrue',
      defects: 'create-returns-200',
    })
    t.equal(code, 5)
    t.strictSame(Object.keys(outputs), ['badge', 'reports'])
    t.match(summary, 'the suite fails on a correct board')
    t.match(JSON.parse(readFileSync(outputs.badge ?? '', 'utf8')), { message: 'no score' })
  })

  t.test('does not run what is in its inputs, except the command', async (t) => {
    const workspace = createWorkspace(t)
    const attack = '"; touch attacked; $(touch attacked) `touch attacked` \'; touch attacked'
    const flags = ['variant', 'defects', 'min-score', 'jobs', 'time-limit', 'fixture', 'env']
    for (const names of [flags, ['version']]) {
      const attacks = Object.fromEntries(names.map((name) => [name, attack]))
      const { code, outputs } = await run(t, workspace, { command: 'node tests/create.mjs', ...attacks })
      t.not(code, 0)
      t.strictSame(outputs, {}, 'there are no reports')
      t.notOk(existsSync(join(workspace, 'attacked')), `the script does not run the values of ${names}`)
    }
  })
})
