import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { VERSION } from '../../src/version.js'
import { runHere } from '../kit/run-here.js'
import { CHECK_CREATE, writeSuite } from './grade/suite.js'

const DEFECTS = ['--defects', 'create-returns-200,summary-total-lacks-column']

const CHECK_SUMMARY = `
  await fetch(process.env.API_URL + '/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Another', status: 'DONE' }),
  })
  const { totalTasks } = await (await fetch(process.env.API_URL + '/tasks/summary')).json()
  if (totalTasks !== 2) throw new Error('totalTasks is ' + totalTasks)`

async function grade(t: Test, ...args: string[]) {
  return await runHere(t, 'grade', { args })
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

t.test('--since takes over what was found, grades the rest, and marks the score as provisional', async (t) => {
  const suite = writeSuite(t, CHECK_CREATE)
  const path = suite[1] as string
  const file = (name: string) => join(path, '..', name)
  const first = await grade(t, ...DEFECTS, '--json', file('a.json'), '--', ...suite)
  t.match(first.stdout, 'Score 50%: found 1 of 2 defects.', first.stderr)
  t.match(readJson(file('a.json')), { provisional: null })
  writeFileSync(path, readFileSync(path, 'utf8') + CHECK_SUMMARY)
  const formats = ['json', 'junit', 'markdown', 'html', 'badge']
  const flags = formats.flatMap((name) => [`--${name}`, file(`b.${name}`)])
  const next = await grade(t, '--since', file('a.json'), ...flags, '--min-score', '100', '--', ...suite)
  t.equal(next.code, 0, next.stderr)
  t.match(next.stdout, 'Provisional score 100%: found 2 of 2 defects.')
  t.match(next.stderr, /1\/1 {2}found {3}summary-total-lacks-column/)
  t.notMatch(next.stderr, 'create-returns-200')
  const { startedAt, defects } = readJson(file('a.json'))
  const [found] = defects.filter(({ outcome }: { outcome: string }) => outcome === 'found')
  const result = readJson(file('b.json'))
  t.match(result, { provisional: { since: startedAt, results: 1 }, score: { found: 2, total: 2 } })
  t.equal(result.controlRuns.length, 4)
  const again = result.defects.find(({ name }: { name: string }) => name === found.name)
  t.strictSame(again, found)
  for (const name of ['junit', 'markdown', 'html']) {
    t.match(readFileSync(file(`b.${name}`), 'utf8'), `Taken over from the report of ${startedAt}: 1 of 2 results`, name)
  }
  t.equal(readJson(file('b.badge')).message, '100% (provisional)')
  const chosen = await grade(t, '--since', file('a.json'), '--defects', 'create-returns-200', '--', ...suite)
  t.match(chosen.stdout, 'Provisional score 50%: found 1 of 2 defects.', 'the other result is taken over')
  // All defects are found: only the runs on correct boards remain. They fail if the suite is wrong.
  writeFileSync(path, `${CHECK_CREATE.replace('201', '202')}`)
  const wrong = await grade(t, '--since', file('b.json'), '--json', file('c.json'), '--', ...suite)
  t.equal(wrong.code, 5)
  t.match(readJson(file('c.json')), { problem: 'false-alarm', score: null, defects: [{ outcome: 'not-run' }, {}] })
})

t.test('--since refuses other files, and reports that do not fit', async (t) => {
  const file = join(t.testdir(), 'report.json')
  const nothing = { output: null, evidence: null, run: null, earlierRun: null, exchange: null, repeated: null }
  const defect = { name: 'create-returns-200', outcome: 'found', rule: 'Another.', ...nothing }
  const about = { version: VERSION, variant: 'v1', command: ['true'], startedAt: '' }
  const report = { ...about, score: {}, defects: [defect] }
  const cases: [content: unknown, line: RegExp][] = [
    ['{"defects', /is not a JSON report of grade: .*JSON/],
    [null, /is not a JSON report of grade: version must be a string$/],
    [{ ...report, defects: [{ ...defect, run: {} }] }, /: defects\[0\]\.run.* must be /],
    [
      { ...report, defects: [{ ...defect, exchange: undefined }] },
      /: defects\[0\]\.exchange must be as grade writes it$/,
    ],
    [{ ...report, tool: {} }, /^Cannot grade since .*: it is the report of a tool$/],
    [{ ...report, version: '1.0.0' }, /: it is from version 1\.0\.0, and this is version 2\./],
    [{ ...report, variant: 'v2' }, /: it is about v2, not v1$/],
    [{ ...report, command: ['npm', 'test'] }, /: its command was npm test$/],
    [{ ...report, score: null }, /: it has no score$/],
    [
      { ...report, defects: [{ ...defect, rule: 'Another.' }] },
      /^The earlier report is from another version of the cata/,
    ],
  ]
  for (const [content, line] of cases) {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    const { code, stderr } = await grade(t, '--since', file, '--', 'true')
    t.equal(code, 1, String(line))
    t.match(stderr.replace('task-board-service: ', '').trimEnd(), line)
  }
  t.match(await grade(t, '--since', 'no-file', '--', 'true'), { code: 1, stderr: /Cannot read no-file: ENOENT/ })
  const submit = await grade(t, '--since', file, '--submit', 'http://127.0.0.1:1', '--', 'true')
  t.match(submit, { code: 2, stderr: /--submit needs a score without --since/ })
  const tool = await grade(t, '--since', file, '--tool', 'har', '--', 'true')
  t.match(tool, { code: 2, stderr: /--since is for suites, not for --tool/ })
})
