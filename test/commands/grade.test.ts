import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { runHere } from '../kit/run-here.js'
import { CHECK_CREATE, startServer, writeSuite } from './grade/suite.js'

const DEFECTS = ['--defects', 'create-returns-200,summary-total-lacks-column']

/** Runs `grade` to its end. */
async function grade(t: Test, ...args: string[]) {
  return await runHere(t, 'grade', { args })
}

t.test('grade prints a table and writes the other formats to files', async (t) => {
  const folder = t.testdir()
  const file = (name: string) => join(folder, name)
  const formats = [
    '--json',
    file('a.json'),
    '--junit',
    file('a.xml'),
    '--markdown',
    file('a.md'),
    '--html',
    file('a.html'),
  ]
  const flags = [...formats, '--badge', file('badge.json'), '--output', file('logs'), '--jobs', '1']
  const exit = await grade(t, ...DEFECTS, ...flags, '--', ...writeSuite(t, CHECK_CREATE))
  t.equal(exit.code, 0, exit.stderr)
  t.match(exit.stdout, /summary-total-lacks-column.*Rule: .*specification.*Score 50%: found 1 of 2 defects\.\n/s)
  t.match(exit.stderr, /\d\/2 {2}missed {2}summary-total-lacks-column/)
  t.notMatch(exit.stdout + exit.stderr, 'POST /tasks returned', 'the output of the suite is hidden')
  t.match(JSON.parse(readFileSync(file('a.json'), 'utf8')), { score: { percent: 50 } })
  t.match(readFileSync(file('a.xml'), 'utf8'), '<failure type="missed"')
  t.match(readFileSync(file('a.md'), 'utf8'), '**Score 50%')
  t.match(readFileSync(file('a.html'), 'utf8'), '<!doctype html>')
  t.match(JSON.parse(readFileSync(file('badge.json'), 'utf8')), { label: 'defects found', message: '50%' })
  const log = readFileSync(file('logs/create-returns-200.log'), 'utf8')
  t.match(log, /POST \/tasks returned 200.*\n\nPOST \/api\/v1\/tasks \(200, request 1 of the run\)\n$/s)
})

t.test('grade exits with 4 below the minimum, and --json prints only JSON', async (t) => {
  const suite = writeSuite(t, CHECK_CREATE.replaceAll('API_URL', 'TARGET'))
  const args = ['--min-score', '60', '--env', 'TARGET={baseUrl}/api/v2', '--env', 'OTHER', '--verbose', '--json']
  const { code, stdout, stderr } = await grade(t, ...DEFECTS, ...args, '--variant', 'v1', '--', ...suite)
  t.equal(code, 5, 'v2 needs a token, so the suite fails on a correct board')
  t.match(JSON.parse(stdout), { problem: 'false-alarm', output: /POST \/tasks returned 403/ })
  t.match(stderr, 'POST /tasks returned 403')
  t.notMatch(stderr, '\u001b', 'no colours outside a terminal')
  const countTasks = `
    const { totalElements } = await (await fetch(process.env.BASE_URL + '/tasks?size=1')).json()
    if (totalElements !== 20) throw new Error('There is no fixture')`
  const other = writeSuite(t, countTasks + CHECK_CREATE.replaceAll('API_URL', 'BASE_URL'))
  const changed = ['--env', 'BASE_URL={apiUrl}', '--fixture', 'demo', '--min-score', '60', '--jobs', '64', '--json']
  const passed = await grade(t, ...DEFECTS, ...changed, '--', ...other)
  t.equal(passed.code, 4)
  t.match(JSON.parse(passed.stdout), { score: { percent: 50 } })
})

t.test('grade exits with 6 if a control run fails', async (t) => {
  const suite = `${CHECK_CREATE}
    const { appendFileSync, readFileSync } = await import('node:fs')
    appendFileSync(import.meta.filename + '.runs', '.')
    if (readFileSync(import.meta.filename + '.runs').length > 2) throw new Error('Test A failed')`
  const { code, stdout } = await grade(t, ...DEFECTS, '--', ...writeSuite(t, suite))
  t.equal(code, 6)
  t.match(stdout, /^Control runs +\d runs?$/m)
  t.match(stdout, /Test A failed.*\n\nNo score: the suite failed in a control run, on a correct board\.\n$/s)
})

t.test('--tool grades a tool that writes a report and takes a seed', async (t) => {
  const tool = `
    import { writeFileSync } from 'node:fs'
    const { status } = await fetch(process.env.API_URL + '/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A task', status: 'TODO' }),
    })
    const failure = '<failure message="expected 200 but got ' + status + '"/>'
    const [, , file, seed] = process.argv
    if (seed !== process.env.SEED || file !== process.env.REPORT_FILE) throw new Error('no seed')
    writeFileSync(file, '<testsuites><testcase name="POST /tasks">' + failure + '</testcase></testsuites>')
  `
  const args = ['--tool', 'junit', '--seeds', '2', '--json', '--', ...writeSuite(t, tool), '{report}', '{seed}']
  const { code, stdout, stderr } = await grade(t, ...DEFECTS, ...args)
  t.equal(code, 0, stderr)
  t.match(JSON.parse(stdout), {
    score: { found: 1, total: 2 },
    tool: { adapter: 'junit', seeds: [1, 2], baseline: [{ operation: 'createTask', status: 201 }] },
  })
  t.match(stderr, /found {3}create-returns-200-seed-1/)
})

t.test('grade refuses a command line that is not valid', async (t) => {
  const cases: [args: string[], line: RegExp][] = [
    [[], /^missing the command of the test suite, such as: grade -- npm test$/],
    [['--jobs', '0'], /'--jobs <number>'.*integer between 1 and 64/],
    [['--time-limit', '1.5'], /'--time-limit <seconds>'.*integer between 1 and 86400/],
    [['--min-score', '101'], /'--min-score <percent>'.*between 0 and 100/],
    [['--variant', 'buggy'], /'--variant <variant>'.*v1, v2/],
    [['--env', 'A={url}'], /'--env <variable>'.*placeholders are/],
    [['--server', 'here'], /'--server <url>'.*must be an http or https URL/],
    [['--server', 'http://a:b@127.0.0.1'], /without a user/],
    [['--server', 'http://127.0.0.1:3000/api/v1/'], /must end before \/api\/v1/],
    [['--server', 'http://127.0.0.1:3000/b/abc'], /must end before \/b\/abc:/],
    [['--server', 'http://127.0.0.1:3000/docs/'], /must end before \/docs:/],
    [['--token', 'a', '--', 'true'], /^--token needs --server$/],
    [['--address', 'host', '--', 'true'], /^--address needs --server$/],
    [['--tool', 'xml', '--', 'true'], /'--tool <adapter>'.*junit, har, ndjson, exit-code/],
    [['--tool', 'har', '--seeds', '0', '--', 'true'], /'--seeds <number>'.*integer between 1 and 100/],
    [['--seeds', '3', '--', 'true'], /^--seeds needs --tool$/],
    [['--suggest-count', '0', '--', 'true'], /'--suggest-count <number>'.*positive integer or 'all'/],
    [['--suggest-as', 'perl', '--', 'true'], /'--suggest-as <style>'.*node-test, /],
    [['--suggest', 'a', '--tool', 'har', '--', 'true'], /^--suggest is for suites, not for --tool$/],
    [
      ['--suggest-as', 'pytest', '--submit', 'http://127.0.0.1:1', '--', 'true'],
      /^--suggest-as cannot be used with --submit: suggestions are solutions$/,
    ],
    [['--tool', 'har', '--submit', 'http://127.0.0.1:1', '--', 'true'], /^--submit is for suites, not for --tool$/],
    [['--server', 'http://127.0.0.1', '--token', 'a\nb', '--', 'true'], /It must consist of visible ASCII/],
    ...['--json', '--junit', '--markdown', '--html', '--badge'].map((flag): [string[], RegExp] => [
      [`${flag}=`, '--', 'true'],
      new RegExp(`'${flag} .*It must be the name of a file\\.$`),
    ]),
    [['--json', 'a', '--junit', './a'], /^two reports cannot go to the same file \.\/a$/],
    [['--json', '--html'], /^only one format can go to standard output, but --json and --html have no file$/],
  ]
  for (const [args, line] of cases) {
    const { code, stdout, stderr } = await grade(t, ...args, ...(args.length === 0 ? [] : ['--', 'true']))
    t.match({ code, stdout }, { code: 2, stdout: '' }, args.join(' '))
    t.match(stderr.replace('task-board-service: ', '').trimEnd(), line)
  }
})

t.test('grade explains in one line why it cannot run', async (t) => {
  const folder = t.testdir()
  const cases: [args: string[], line: RegExp, code?: number][] = [
    [['--', 'no-such-command'], /^Cannot run 'no-such-command': there is no such command$/],
    [['--defects', 'nothing', '--', 'true'], /^There is no defect or set 'nothing'\./],
    [
      ['--server', 'http://127.0.0.1:1/path/', '--', 'true'],
      /^Cannot reach the server http:\/\/127\.0\.0\.1:1\/path: /,
      3,
    ],
    [['--output', process.execPath, '--', 'true'], /^Cannot create the folder '.*': EEXIST/],
    [['--output', join(folder, 'no/folder'), '--', 'true'], /^Cannot create the folder '.*': ENOENT/],
    [['--html', folder, '--', 'true'], /^Cannot write .*: it is a folder$/],
    [['--html', join(folder, 'no/report.html'), '--', 'true'], /^Cannot write .*ENOENT/],
  ]
  for (const [args, line, expected = 1] of cases) {
    const { code, stderr } = await grade(t, ...args)
    t.equal(code, expected, args.join(' '))
    t.match(stderr.replace('task-board-service: ', '').trimEnd(), line)
  }
})

t.test('--server and --token use boards of a running service, and delete them', async (t) => {
  const { service, token, boards } = await startServer(t)
  const args = ['--server', `${service.url}/`, '--token', token, '--fixture', 'demo', '--defects', 'summary']
  const suite = `
    const { totalTasks } = await (await fetch(process.env.API_URL + '/tasks/summary')).json()
    if (totalTasks !== 20) throw new Error('totalTasks is ' + totalTasks)
  `
  const { code, stdout } = await grade(t, ...args, '--', ...writeSuite(t, suite))
  t.equal(code, 0)
  t.match(stdout, new RegExp(`Service +${service.url}\n.*found 1 of 2 defects`, 's'))
  t.strictSame(await boards(), [])
})

t.test('--submit sends the score to the board of a learner (decision 114)', async (t) => {
  const { service, token } = await startServer(t)
  const response = await fetch(`${service.url}/boards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const { id, baseUrl } = (await response.json()) as { id: string; baseUrl: string }
  const readGrade = async () => {
    const score = await (await fetch(`${baseUrl}/score`)).json()
    return (score as { grade?: object }).grade
  }
  const submit = (board: string, script: string) =>
    grade(t, ...DEFECTS, '--submit', board, '--', ...writeSuite(t, script))
  t.equal((await submit(baseUrl, 'process.exit(1)')).code, 5)
  t.equal(await readGrade(), undefined, 'there is no score')
  const submitted = await submit(`${baseUrl}/`, CHECK_CREATE)
  t.match(submitted, { code: 0, stdout: /found 1 of 2 defects\.\n\nThere are no suggested tests with --submit: / })
  t.match(await readGrade(), { variant: 'v1', found: 1, defects: 2 })
  await fetch(`${service.url}/boards/${id}/reset`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  t.equal(await readGrade(), undefined)
  const json = join(t.testdir(), 'grade.json')
  const full = ['--html', '/dev/full', '--json', json, '--submit', baseUrl]
  const { code, stdout, stderr } = await grade(t, ...DEFECTS, ...full, '--', ...writeSuite(t, CHECK_CREATE))
  t.equal(code, 1)
  t.match(stderr, /^task-board-service: Cannot write \/dev\/full: ENOSPC/m, 'the disk is full')
  t.match(stdout, 'found 1 of 2 defects')
  t.match(JSON.parse(readFileSync(json, 'utf8')), { score: { found: 1, total: 2 } }, 'other files are written')
  t.match(await readGrade(), { variant: 'v1', found: 1, defects: 2 }, 'the grade is submitted')
  const refused = await submit(`${service.url}/b/none`, CHECK_CREATE)
  t.match(refused, { code: 1, stderr: /There is no board for grades at .*\/b\/none: it returned 404/ })
})
