import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { toTimestamp } from '../../src/contract/time.js'
import type { Json } from '../kit/helper.js'
import { listen } from '../kit/listen.js'
import { COVERED, COVERED_COMMANDS, run } from '../kit/process.js'
import { runHere } from '../kit/run-here.js'
import { failureOf, startWithClasses } from './classes.js'
import { startServer } from './grade/suite.js'

t.test('a trainer creates, shows, changes, exports and deletes a class', async (t) => {
  const { service, token, file, call, asAdmin } = await startWithClasses(t)
  const flags = ['--name', 'Testing APIs', '--names', file('names.txt'), '--fixture', 'demo', '--title', 'Find']
  const created = await asAdmin(
    'create',
    ...flags,
    '--minutes',
    '45',
    '--feedback',
    'after',
    '--profile',
    'stormy',
    '--seed',
    '7',
  )
  t.match(created, { code: 0, stderr: '' })
  const id = /^Id +(\w+)$/m.exec(created.stdout)?.[1] ?? ''
  const secret = /^Trainer secret: (\S+)$/m.exec(created.stdout)?.[1] ?? ''
  t.match(created.stdout, /^Exercise +Find, running, .*, feedback after, hints off$/m)
  t.match(created.stdout, /^Ada +no +0 +0 +0 +0 +0 +0 +0 +0\/0 +http/m)
  t.match(created.stdout, /^Grace /m)

  t.match((await asAdmin('list')).stdout, new RegExp(`^${id}  Testing APIs +2 `, 'm'))
  const shown: Json = JSON.parse((await call(secret, 'show', id, '--json')).stdout)
  t.match(shown, { id, name: 'Testing APIs', boards: [{ name: 'Ada' }, { name: 'Grace' }] })
  const own = (await call(secret, 'list')).stdout
  t.match(own, id, 'the class of the trainer')
  t.notMatch(own, 'These are the first')
  const withBoth = (trainer: string, admin: string, ...args: string[]) =>
    runHere(t, 'class', {
      args: [...args, '--server', service.url],
      env: { TRAINER_SECRET: trainer, ADMIN_TOKEN: admin },
    })
  t.equal((await withBoth('wrong', token, 'list')).code, 0, 'all classes: the administrator token comes first')
  t.equal((await withBoth(secret, 'wrong', 'show', id)).code, 0, 'one class: the trainer secret comes first')
  t.equal((await withBoth('', token, 'show', id)).code, 0, 'an empty variable is not set')
  for (const { id } of shown.boards) {
    const headers = { authorization: `Bearer ${secret}` }
    t.match(await (await fetch(`${service.url}/boards/${id}/faults`, { headers })).json(), { seed: 7 })
  }
  t.match((await call(secret, 'freeze', id)).stdout, /^Frozen +yes$/m)
  t.match((await call(secret, 'freeze', id, '--off')).stdout, /^Frozen +no$/m)
  t.match((await call(secret, 'close', id)).stdout, /^Joining +closed$/m)
  t.match((await call(secret, 'close', id, '--off')).stdout, /^Joining +open$/m)
  const moment = await call(secret, 'extend', id, '--until', '2099-12-24T18:00:00+02:00')
  t.match(moment.stdout, /^Expires +2099-12-24T16:00:00Z$/m)
  t.match((await call(secret, 'extend', id, '--until', '2099-12-24')).stdout, /^Expires +2099-12-24T23:59:59Z$/m)
  const later = await call(secret, 'extend', id, '--minutes', '15', '--json')
  t.match(JSON.parse(later.stdout), {
    expiresAt: '2099-12-24T23:59:59Z',
    exercise: { ...shown.exercise, endsAt: toTimestamp(Date.parse(shown.exercise.endsAt) + 15 * 60_000) },
  })
  t.equal((await call(secret, 'reset', id, '--fixture', 'demo')).stdout, 'All boards are reset.\n')
  t.equal((await call(secret, 'reset', id)).stdout, 'All boards are reset and empty.\n')
  t.match(
    (await call(secret, 'export', id)).stdout,
    /^\ufeffclass,date,exercise,name,joined,.*\r\nTesting APIs,\d{4}-\d\d-\d\d,Find,Ada,no,/,
  )
  t.match(JSON.parse((await call(secret, 'export', id, '--json')).stdout), { id, boards: [{ name: 'Ada' }, {}] })
  t.match(await call(secret, 'export', id, '--output', file('scores.csv')), { code: 0, stdout: '', stderr: '' })
  t.match(readFileSync(file('scores.csv'), 'utf8'), 'Grace,no,')
  t.match((await call(secret, 'export', id, '--output', '/proc/scores.csv')).stderr, /Cannot write \/proc\/scores\.csv/)
  t.equal((await call(secret, 'delete', id, '--json')).stdout, '')
  t.strictSame(failureOf(await call(secret, 'show', id)), [1, '', 'The server returned 404: Class not found'])
})

t.test('process: the duration of an exercise starts at the time of the service', async (t) => {
  const { service, token } = await startServer(t)
  const clock = 'const { now } = Date; Date.now = () => now() - 7_200_000'
  const { code, stdout } = await run(t, 'class', {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`, ADMIN_TOKEN: token },
    args: [
      'create',
      '--server',
      service.url,
      '--name',
      'x',
      '--count',
      '1',
      '--title',
      'Find',
      '--minutes',
      '45',
      '--json',
    ],
  })
  t.equal(code, 0)
  const minutes = (Date.parse(JSON.parse(stdout).exercise.endsAt) - Date.now()) / 60_000
  t.ok(minutes > 43 && minutes < 46, `${minutes}`)
})

t.test('an extension that is refused changes nothing', async (t) => {
  const { asAdmin } = await startWithClasses(t)
  const flags = ['--name', 'x', '--count', '1', '--title', 'Find', '--minutes', '45', '--hints', 'counted', '--json']
  const { id, exercise, expiresAt }: Json = JSON.parse((await asAdmin('create', ...flags)).stdout)
  t.equal(exercise.hints, 'counted')
  const refused = await asAdmin('extend', id, '--minutes', '15', '--until', '2020-01-01')
  t.match(failureOf(refused), [1, '', /expiresAt: ExpiresAt must be in the future$/])
  t.match(JSON.parse((await asAdmin('show', id, '--json')).stdout), { exercise, expiresAt })
})

t.test('the secret of a new class is not lost if standard output cannot be written', async (t) => {
  const { service, token } = await startServer(t)
  for (const [format, secret] of [
    [[], /^Trainer secret: \S+$/m],
    [['--json'], /^\{.*"trainerSecret":"\S+"/],
  ] as const) {
    const full = openSync('/dev/full', 'w')
    const flags = ['--name', 'x', '--count', '1', '--server', service.url, '--token', token]
    const child = spawn('node', [COVERED_COMMANDS, 'class', 'create', ...flags, ...format], {
      env: { PATH: process.env.PATH, ...COVERED },
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    const stderr = text(child.stderr as Readable)
    t.strictSame(await once(child, 'exit'), [1, null])
    t.match(await stderr, secret)
    t.match(await stderr, /^task-board-service: Cannot write to standard output: ENOSPC/m)
  }
})

t.test('a server that does not respond, or is another one, is reported', async (t) => {
  let status = 404
  let headers: Record<string, string> = {}
  let requests = 0
  const other = createServer((_request, response) => {
    requests++
    response.writeHead(status, headers).end('Not a service')
  })
  const { port } = await listen(t, other)
  const show = (server: string) =>
    runHere(t, 'class', { args: ['show', 'h4zq7c2w5n3vk6sx7dz2rqmtea', '--server', server] })
  t.match(failureOf(await show(`http://127.0.0.1:${port}`)), [1, '', /^There is no Task Board Service at http/])
  for (status of [429, 502, 503]) {
    requests = 0
    const refused = failureOf(await show(`http://127.0.0.1:${port}`))
    t.strictSame(refused, [1, '', `The server returned ${status}: no message`], 'a proxy in front of the service')
    t.equal(requests, 1, 'a user who waits for the answer gets it at once')
  }
  status = 301
  headers = { location: 'https://board.example/classes' }
  const flags = ['--server', `http://127.0.0.1:${port}`]
  for (const args of [
    ['create', '--name', 'x', '--count', '1'],
    ['list', '--token', 'x'],
    ['reset', 'h4zq7c2w5n3vk6sx7dz2rqmtea'],
  ]) {
    const redirected = failureOf(await runHere(t, 'class', { args: [...args, ...flags] }))
    t.match(redirected, [3, '', /^Cannot reach the server http.*: it redirects to https:\/\/board\.example\/classes$/])
  }
  t.match(failureOf(await show('http://127.0.0.1:9')), [3, '', /^Cannot reach the server http:\/\/127\.0\.0\.1:9: /])
  t.match(failureOf(await show('ftp://x')), [2, '', /It must be an http or https URL/])
  t.match(failureOf(await show('HTTP://127.0.0.1:3000/docs/')), [2, '', /It must end before \/docs: /])
})
