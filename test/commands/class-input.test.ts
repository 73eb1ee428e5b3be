import { writeFile } from 'node:fs/promises'
import t from 'tap'
import type { Json } from '../kit/helper.js'
import { runHere } from '../kit/run-here.js'
import { failureOf, startWithClasses } from './classes.js'

t.test('names from spreadsheets are read without quotes, and files with several columns are refused', async (t) => {
  const { asAdmin, file } = await startWithClasses(t)
  const create = async (text: string) => {
    await writeFile(file('names.csv'), text)
    return asAdmin('create', '--name', 'x', '--json', '--names', file('names.csv'))
  }
  const { boards } = JSON.parse(
    (await create('"Ada \u2764\ufe0f"\r"Grace ""Amazing"" Hopper"\rO"Hara\rعلی\u200cرضا\r')).stdout,
  )
  t.match(boards, [
    { name: 'Ada \u2764\ufe0f' },
    { name: 'Grace "Amazing" Hopper' },
    { name: 'O"Hara' },
    { name: 'علی\u200cرضا' },
  ])
  for (const [text, name] of [
    ['Name;Group\nAda;1\n', 'Name;Group'],
    ['Ada\n"Grace","1"\n', 'Grace","1'],
    ['Ada\t1\n', 'Ada\t1'],
  ] as const) {
    const message = `Each line of ${file('names.csv')} must be a name, but one is '${name}'`
    t.strictSame(failureOf(await create(text)), [1, '', message])
  }
})

const SETTINGS = { defects: ['size-ignored'], exercise: { task: 'Find one.' }, faults: { profile: 'stormy' } }

t.test('a class can start from a snapshot and a file with settings', async (t) => {
  const { service, token, file, asAdmin } = await startWithClasses(t)
  const send = (path: string, method: string, bearer: string, json?: object) =>
    fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    })
  const board: Json = await (await send('/boards', 'POST', token, {})).json()
  await send(`/b/${board.id}/api/v1/tasks`, 'POST', '', { title: 'From the trainer', status: 'TODO' })
  const snapshot = await send(`/boards/${board.id}/snapshot`, 'GET', board.ownerToken)
  await writeFile(file('snapshot.json'), await snapshot.text())
  await writeFile(file('settings.json'), JSON.stringify(SETTINGS))
  await writeFile(file('list.json'), '[]')
  const flags = ['--name', 'x', '--count', '1', '--title', 'Find', '--json']
  const created = await asAdmin(
    'create',
    ...flags,
    '--snapshot',
    file('snapshot.json'),
    '--settings',
    file('settings.json'),
    '--seed',
    '7',
  )
  const { id, exercise, boards }: Json = JSON.parse(created.stdout)
  t.match(exercise, { title: 'Find', task: 'Find one.' })
  t.match(boards, [{ defects: { happened: 1 } }])
  const faults = await send(`/boards/${boards[0].id}/faults`, 'GET', token)
  t.match(await faults.json(), { profile: 'stormy', seed: 7 })
  await send(`/b/${boards[0].id}/grade`, 'PUT', '', { variant: 'v1', found: 3, defects: 8 })
  t.match((await asAdmin('show', id)).stdout, / 0\/1 +3\/8 +http/)
  const tasks = await fetch(`${boards[0].baseUrl}/api/v1/tasks`)
  t.match(await tasks.json(), { content: [{ title: 'From the trainer' }] })
  for (const [name, message] of [
    ['list.json', 'does not contain a JSON object'],
    ['names.txt', 'is not JSON'],
    ['missing.json', 'Cannot read'],
  ] as const) {
    const { code, stderr } = await asAdmin('create', ...flags, '--settings', file(name))
    t.equal(code, 1)
    t.match(stderr, message)
  }
  for (const [name, value] of Object.entries({ title: 'Find', feedback: 'after', hints: 'free' })) {
    const { stdout } = await asAdmin('create', '--name', 'x', '--count', '1', `--${name}`, value, '--json')
    t.match(JSON.parse(stdout), { exercise: { [name]: value } }, 'each of these flags starts an exercise')
  }
})

t.test('names in a file that is not UTF-8 are refused', async (t) => {
  const { asAdmin, file } = await startWithClasses(t)
  for (const [name, bytes] of Object.entries({
    utf16: Buffer.from('\ufeffZoë\r\n', 'utf16le'),
    latin1: Buffer.from('Zoë\n', 'latin1'),
  })) {
    await writeFile(file(name), bytes)
    const { code, stderr } = await asAdmin('create', '--name', 'x', '--names', file(name))
    t.equal(code, 1)
    t.match(stderr, `Cannot read ${file(name)}: the file is not UTF-8 text`)
  }
})

t.test('wrong usage and refusals end the command with one line', async (t) => {
  const { call, asAdmin } = await startWithClasses(t)
  const cases: [args: string[], code: number, line: RegExp][] = [
    [['create'], 2, /required option '--name <text>' not specified/],
    [['create', '--name', 'x'], 2, /^The number of boards is missing: pass --count or --names$/],
    [['create', '--name', 'x', '--count', '0'], 2, /It must be an integer of at least 1/],
    [['create', '--name', 'x', '--count', '1', '--minutes', '99999999999999'], 2, /between 1 and 525600/],
    [['create', '--name', 'x', '--count', '1', '--seed', '9007199254740992'], 2, /between 0 and 9007199254740991/],
    [['extend', 'h4zq7c2w5n3vk6sx7dz2rqmtea', '--until', 'tomorrow'], 2, /It must be a date or a time/],
    [['extend', 'h4zq7c2w5n3vk6sx7dz2rqmtea', '--until', '2099-02-30'], 2, /It must be a date or a time/],
    [['extend', 'h4zq7c2w5n3vk6sx7dz2rqmtea'], 2, /^Nothing to extend: pass --minutes or --until$/],
    [['create', '--name', 'x', '--count', '1'], 1, /^The server returned 401: .*; pass --token, or set its variable/],
    [['create', '--name', 'x', '--count', '5000', '--token', 'x'], 1, /^The server returned 401: [^;]*$/],
    [['show', '..'], 2, /It must be the id of a class/],
    [['list', '--token', 'a\nb'], 2, /It must consist of visible ASCII/],
  ]
  t.match(failureOf(await runHere(t, 'class')), [2, '', "missing command; see 'class --help'"])
  t.match(failureOf(await runHere(t, 'class', { args: ['bogus'] })), [
    2,
    '',
    "unknown command 'bogus'; see 'class --help'",
  ])
  t.match(failureOf(await call('a\nb', 'list')), [2, '', /^ADMIN_TOKEN is invalid\. It must consist of visible ASCII/])
  // The name from a variable that is not set.
  const unnamed = failureOf(await asAdmin('create', '--name', 'x', '--count', '1', '--profile='))
  t.match(unnamed, [1, '', /^The server returned 400: .*; faults\.profile: /])
  for (const [args, code, line] of cases) {
    const [found, stdout, stderr] = failureOf(await call(undefined, ...args))
    t.strictSame([found, stdout], [code, ''], args.join(' '))
    t.match(stderr, line)
  }
})
