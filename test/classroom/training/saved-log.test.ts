import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { PERFECT } from '../../commands/drill/clients.js'
import { createBoard, LOGIN, startBoard, TASK } from '../../kit/board.js'
import { type Json, startService } from '../../kit/helper.js'
import { runHere } from '../../kit/run-here.js'
import { compare, exportLog } from './judged-log.js'

const run = promisify(execFile)

t.test('a saved log of all kinds of requests is judged as the service has judged it', async (t) => {
  const board = await startBoard(t, { sleep: () => Promise.resolve() }, { fixture: 'demo' })
  const { send, asOwner } = board
  const script = [['date-mix'], ['server-error'], [], ['missing-fields'], [], ['pagination']]
  await asOwner('PUT /faults', { json: { profile: 'none', seed: 1, script, scriptEnd: 'repeat' } })
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  const { token } = (await send('POST /api/v2/auth/login', LOGIN)).json
  const { etag = '' } = (await send('GET /')).headers
  const notModified = { 'if-none-match': etag }
  await send('GET /', { headers: { ...notModified, 'x-request-id': 'first' } })
  await send('GET /', { headers: { ...notModified, 'x-request-id': 'second' } })
  for (let round = 0; round < 12; round++) {
    await send('GET /api/v2/tasks', { token })
    await send('POST /api/v1/tasks', { json: TASK })
    await send(`GET /api/v1/tasks/${21 + round}`)
    await send('GET /api/v1/tasks?status=DONE', { unchecked: true })
    await send('PUT /api/v1/tasks/1', { json: { title: '' } })
    await send('GET /api/v1/nothing', { unchecked: true })
    for (const path of ['/tasks/1', '/tasks?size=2', '/tasks/2', '/tasks?size=2', '/tasks/3', '/tasks']) {
      await send(`GET /api/buggy${path}`, {
        unchecked: true,
        headers: { 'x-request-id': `${round} ${path}`.replace(' ', '-') },
      })
    }
  }
  for (const [path, fault] of [
    ['/tasks/1', 'date-mix'],
    ['/tasks/2', 'pagination'],
    ['/tasks/3', 'none'],
  ]) {
    await send('POST /claims', { json: { requestId: `5-${path}`, fault } })
  }
  await send('POST /claims', { json: { defect: 'list-ignores-status' } })
  const saved = await exportLog(t, board)
  const judged = await compare(t, board, saved)
  t.ok(judged.challenges.length > 10 && judged.effects.length > 0 && judged.claims.length === 4)
  const isSolved = judged.challenges.some(({ challenge }: Json) => challenge === 'not-modified')
  t.ok(isSolved, 'a request outside of the variants')
  await send('POST /api/v1/tasks', { json: TASK })
  await compare(t, board, saved + (await exportLog(t, board)))
  t.notOk(saved.includes(token) || saved.includes('admin123'), 'a log has no secrets')
})

t.test('the run of a drill is judged again, also while it runs', async (t) => {
  const service = await startService(t, {
    sleep: (milliseconds, signal) => sleep(milliseconds / 20, null, { signal }),
  })
  const board = await createBoard(service)
  const exercise = { challenges: ['first-task', 'replace-task', 'second-page'], drill: { profile: 'network', seed: 1 } }
  t.equal((await board.asOwner('PUT /exercise', { json: exercise })).status, 200)
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const client = async () => {
    const [file = '', ...args] = PERFECT
    await run(file, args, { env: { ...process.env, TASKS_URL: `${address}/b/${board.id}/api/buggy` } })
  }
  await client()
  await board.send('POST /drill/start')
  await client()
  const running = (await board.send('GET /drill')).json
  t.match((await compare(t, board, await exportLog(t, board))).drill, { ...shownOf(running), score: null })
  await board.send('POST /drill/finish', { json: { success: true } })
  const finished = (await board.send('GET /drill')).json
  const { right, total, percent } = finished
  const { drill } = await compare(t, board, await exportLog(t, board))
  t.strictSame(
    { verdicts: drill.verdicts, score: drill.score },
    { verdicts: finished.verdicts, score: { right, total, percent } },
  )
  t.match(drill, shownOf(finished))
})

const shownOf = ({ requests, goals, verdicts }: Json) => ({
  requests,
  verdicts,
  goals: goals.map(({ reached, ...goal }: Json) => ({ ...goal, isReached: reached })),
})

t.test('a log that cannot be judged names the line', async (t) => {
  const board = await startBoard(t)
  const empty = await exportLog(t, board)
  await board.send('GET /api/v1/tasks')
  const [header, request] = (await exportLog(t, board)).split('\n') as [string, string]
  const other = header.replace(board.id, 'a'.repeat(26))
  const ofMany = header.replace('"lastRequest":1', '"lastRequest":4').replace('"claims":0', '"claims":2')
  for (const [saved, problem] of [
    ['', 'it is empty'],
    [request, 'line 1 is not the header of a log'],
    [`${header}\n{`, 'line 2 is not valid JSON'],
    [`${header}\nnull`, 'line 2: the value: Expected object'],
    [`${header}\n\n${request.replace('"GET"', '5')}`, 'line 3: /method: Expected string'],
    [header.replace('"log":1', '"log":0'), 'line 1: /log: Expected 1'],
    [
      header.replace('"log":1', '"log":2'),
      'line 1 is from a newer version of the service: it has form 2, but this version reads form 1',
    ],
    [header.replace(board.id, '\\u001b[31m'), /^line 1: \/board: Expected string to match/],
    [`${header}\n${'x'.repeat(5_000_000)}`, 'line 2 is too long'],
    [header, 'lines are missing at the end: request 1'],
    [`${header}\n${request}\n${request.replace(':1,', ':2,')}`, 'line 3 has a request after the last one, 1'],
    [`${ofMany}\n${request}`, 'lines are missing at the end: requests 2 to 4, 2 claims'],
    [`${ofMany}\n${request}\n${header}`, 'lines are missing before line 3: requests 2 to 4, 2 claims'],
    [`${ofMany}\n${request}\n${request.replace(':1,', ':3,')}`, 'line 3 has request 3 instead of request 2'],
    [
      header.replace('"unlisted":0', '"unlisted":1').replace('"lastRequest":1', '"lastRequest":0'),
      'lines are missing at the end: 1 request without a number',
    ],
    [`${header}\n${request}\n${empty}`, 'line 3 begins an export that is older than the one before it'],
    [`${header}\n${request}\n${other}`, 'line 3 begins the log of another board'],
  ] as const) {
    const folder = t.testdir({ log: saved })
    const { code, stdout, stderr } = await runHere(t, 'judge', { args: [`${folder}/log`] })
    t.match({ code, stdout }, { code: 1, stdout: '' })
    const start = `task-board-service: Cannot judge ${folder}/log: `
    t.equal(stderr.slice(0, start.length), start)
    t.match(stderr.slice(start.length).trim(), problem)
  }
  t.match((await runHere(t, 'judge', { args: ['/nowhere'] })).stderr, /Cannot judge \/nowhere: ENOENT/)
})

t.test('claims keep the credit of their time when the setting for hints changes', async (t) => {
  const board = await startBoard(t)
  const faults = { script: [['server-error'], []], scriptEnd: 'repeat' }
  const startsAt = '2020-01-01T00:00:00Z'
  await board.asOwner('PUT /exercise', { json: { startsAt, hints: 'free', faults } })
  for (const id of ['wrong', 'right'])
    await board.send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
  for (const [requestId, fault] of [
    ['wrong', 'date-mix'],
    ['wrong', 'server-error'],
    ['right', 'none'],
  ]) {
    await board.send('POST /claims', { json: { requestId, fault } })
  }
  await board.asOwner('PUT /exercise', { json: { startsAt, hints: 'counted', faults } })
  const { claims } = await compare(t, board, await exportLog(t, board))
  const credits = claims.map(({ credit }: Json) => credit)
  t.strictSame(credits, [null, 1, null])
})

t.test('the export of a running drill counts the requests that it has', async (t) => {
  const board = await startBoard(t)
  await board.asOwner('PUT /exercise', { json: { drill: { profile: 'throttled', seed: 1 } } })
  await board.send('POST /drill/start')
  for (let round = 0; round < 10; round++) {
    const sent = Array.from({ length: 5 }, () => board.send('GET /api/buggy/tasks/1', { unchecked: true }))
    const [header, ...requests] = (await exportLog(t, board))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { drill } = header
    const ofRun = requests.filter((request) => request.drill?.run === drill?.run).length
    t.equal(drill?.requests ?? 0, drill === null ? 0 : ofRun)
    await Promise.all(sent)
  }
})

t.test('exports by other tools, with gaps, and with names that the service does not know are judged', async (t) => {
  const board = await startBoard(t)
  const empty = await exportLog(t, board)
  await board.send('GET /api/v1/tasks')
  const saved = await exportLog(t, board)
  const [header = '', request = ''] = saved.split('\n')
  const judge = async (log: string) => {
    const { code, stdout } = await runHere(t, 'judge', { args: [`${t.testdir({ log })}/log`] })
    t.equal(code, 0)
    return stdout
  }
  t.match(await judge(empty), /Requests +none/)
  t.match(await judge(`\uFEFF${empty}\uFEFF${saved}`), /1 request: 1 challenge solved, 0 of 0 claims right/)
  const later = saved.replaceAll('Request":1', 'Request":9').replace('"number":1,', '"number":9,')
  t.match(await judge(saved + later), /Not judged, because the log lacks them: requests 2 to 8\./)
  const none = { requestId: null, request: null, fault: null, explanation: null }
  const claim = { ...none, number: 1, time: JSON.parse(header).time, defect: 'x', isRight: false, credit: 0 }
  const claimed = `${header.replace('"claims":0', '"claims":1')}\n${request}\n${JSON.stringify({ claim })}\n`
  t.match(await judge(claimed), /0 of 1 claims? right/)
  t.match(await judge(claimed + saved), /0 of 0 claims right/, 'a reset has deleted the claim since')
  const step = { challenge: 'constructor', step: 0, key: '__proto__', isLast: false }
  const marks = [step, { ...step, challenge: '__proto__' }, { ...step, challenge: 'unknown', isLast: true }]
  const forged = { ...JSON.parse(request), changed: ['constructor'], challenges: { restarts: 0, marks } }
  t.match(await judge(`${header}\n${JSON.stringify(forged)}`), /1 request: 0 challenges solved/)
})

t.test('a log of the earlier edition has no challenges', async (t) => {
  const board = await startBoard(t, { edition: earlier })
  await board.asOwner('PUT /faults', {
    json: { profile: 'none', seed: 1, script: [['server-error']], scriptEnd: 'repeat' },
  })
  await board.send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': 'mine' }, unchecked: true })
  await board.send('POST /claims', { json: { requestId: 'mine', fault: 'server-error' } })
  t.match(await compare(t, board, await exportLog(t, board)), { claims: [{ isRight: true }], challenges: [] })
})
