import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { PERFECT } from '../../commands/drill/clients.js'
import { createBoard, LOGIN, TASK } from '../../kit/board.js'
import { type Json, startService } from '../../kit/helper.js'
import { runHere } from '../../kit/run-here.js'
import { compare, exportLog } from './judged-log.js'

const run = promisify(execFile)

t.test('a saved log of all kinds of requests is judged as the service has judged it', async (t) => {
  const service = await startService(t, { sleep: () => Promise.resolve() })
  const board = await createBoard(service, { fixture: 'demo' })
  const { send, asOwner } = board
  const script = [['date-mix'], ['server-error'], [], ['missing-fields'], [], ['pagination']]
  await asOwner('PUT /faults', { json: { profile: 'none', seed: 1, script, scriptEnd: 'repeat' } })
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  const { token } = (await send('POST /api/v2/auth/login', LOGIN)).json
  const { etag = '' } = (await send('GET /')).headers
  await send('GET /', { headers: { 'if-none-match': etag } })
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
  t.ok(
    judged.challenges.some(({ challenge }: Json) => challenge === 'not-modified'),
    'a request outside of the variants',
  )
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
  const board = await createBoard(await startService(t))
  await board.send('GET /api/v1/tasks')
  const [header, request] = (await exportLog(t, board)).split('\n') as [string, string]
  const other = header.replace(board.id, 'another')
  for (const [saved, problem] of [
    ['', 'it is empty'],
    [request, 'line 1 is not the header of a log'],
    [`${header}\n{`, 'line 2 is not valid JSON'],
    [`${header}\nnull`, 'line 2: the value: Expected object'],
    [`${header}\n\n${request.replace('"GET"', '5')}`, 'line 3: /method: Expected string'],
    [header.replace('"log":1', '"log":2'), 'line 1: /log: Expected 1'],
    [`${header}\n${request}\n${other}`, 'line 3 begins the log of another board'],
  ] as const) {
    const folder = t.testdir({ log: saved })
    const { code, stdout, stderr } = await runHere(t, 'judge', { args: [`${folder}/log`] })
    t.match({ code, stdout }, { code: 1, stdout: '' })
    t.equal(stderr.trim(), `task-board-service: Cannot judge ${folder}/log: ${problem}`)
  }
  t.match((await runHere(t, 'judge', { args: ['/nowhere'] })).stderr, /Cannot judge \/nowhere: ENOENT/)
})
