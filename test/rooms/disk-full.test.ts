import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { openStore } from '../../src/rooms/open-store.js'
import { createBoard } from '../kit/board.js'
import { expectError } from '../kit/expect-error.js'
import { multipart, NO_FAULTS, type Reply, readReply } from '../kit/helper.js'
import { longTest } from '../kit/long-test.js'
import { type Exit, run, type ServerProcess, startProcess } from '../kit/process.js'
import { assertContiguous, at, createRandom, file, MEBIBYTE, values } from './store/contract/shared.js'

/** Node.js ignores the signal of the limit, but the loader of the tests would exit without a listener. */
const NODE_OPTIONS = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})"

/** Limits the size of the files of a process. Writes beyond the limit fail, as on a full disk. */
function limitFiles({ pid }: ServerProcess, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`])
}

function expectUnavailable(t: Test, reply: Reply, path: string): void {
  expectError(t, reply, { status: 503, path, message: 'The store is not available, try again later' }, false)
  t.equal(reply.headers['retry-after'], '5')
}

async function upload({ base }: ServerProcess, path: string, content: Buffer): Promise<Reply> {
  const files = [1, 2, 3].map((number) => ({ fileName: `${number}`, content }))
  return readReply(await fetch(base + path, { method: 'POST', ...multipart(files) }))
}

t.test('process: on a full disk writes return 503 with Retry-After, and reads still work (decision 54)', async (t) => {
  const random = createRandom(20_261_121)
  const env = { NODE_OPTIONS, DATABASE_URL: `sqlite:${t.testdir()}/board.db` }
  const server = await startProcess(t, { env })
  const { send } = server
  const create = () =>
    send('POST /api/v1/tasks', {
      json: { title: 'A task', description: 'x'.repeat(500), status: ['TODO', 'DONE'][random(2)] },
    })
  const readTasks = async () => (await send('GET /api/v1/tasks?size=100')).json.content

  const { id } = (await create()).json
  const path = `/api/v1/tasks/${id}/attachments`
  limitFiles(server, 600_000)
  // This upload fills the disk half way through.
  expectUnavailable(t, await upload(server, path, Buffer.alloc(900_000, 'a')), path)
  t.notOk((await send(`GET /api/v1/tasks/${id}`)).json.attachments?.length, 'no file of the upload is stored')

  const acknowledged: unknown[] = []
  let failed: Reply[] = []
  while (failed.length === 0) {
    const replies = await Promise.all(Array.from({ length: 6 }, create))
    acknowledged.push(...replies.filter(({ status }) => status === 201).map(({ json }) => json.id))
    failed = replies.filter(({ status }) => status !== 201)
  }
  for (const reply of failed) expectUnavailable(t, reply, '/api/v1/tasks')
  const json = { targetStatus: 'DONE', targetIndex: 0 }
  for (let turn = 0; turn < 3; turn++) {
    expectUnavailable(t, await upload(server, path, Buffer.alloc(900_000, 'b')), path)
  }

  const tasks = await readTasks()
  const ids = tasks.map((task: { id: number }) => task.id)
  t.strictSame(ids, [id, ...acknowledged], 'the board has exactly the acknowledged tasks')
  assertContiguous(t, tasks)
  t.equal((await send('GET /readyz')).status, 200, 'the service is ready, because it can read')
  t.equal((await send('GET /livez')).status, 200)

  limitFiles(server, 'unlimited')
  t.equal((await create()).status, 201, 'the service recovers')
  t.equal((await send(`POST /api/v1/tasks/${id}/reorder`, { json })).status, 200)
  const bytes = Buffer.alloc(900_000, 'c')
  const stored = await upload(server, path, bytes)
  t.equal(stored.status, 201)
  assertContiguous(t, await readTasks())
  t.equal((await server.stop()).code, 0)

  const after = await startProcess(t, { env })
  t.equal((await after.send('GET /api/v1/tasks')).json.totalElements, acknowledged.length + 2)
  for (const attachment of stored.json) {
    const { bytes: found } = await readReply(await fetch(`${after.base}${path}/${attachment.id}`))
    t.ok(found.equals(bytes), 'attachments are complete')
  }
})

longTest('process: on a full disk, reads that show no recorded requests still work', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS, DATABASE_URL: `sqlite:${t.testdir()}/board.db` } })
  const { send, asOwner } = await createBoard(server)
  await asOwner('PUT /faults', { json: { rates: { ...NO_FAULTS, 'search-case': 0.5 } } })
  const created = (await server.send('POST /classes', { json: { name: 'Testing APIs', names: ['Ada'] } })).json
  const trainer = (path: string) => server.send(`GET /classes/${created.id}${path}`, { token: created.trainerSecret })
  const learner = (path: string) => server.send(`GET /b/${created.boards[0].id}${path}`)
  const statuses = async (replies: Promise<Reply>[]) => (await Promise.all(replies)).map(({ status }) => status)
  await send('GET /api/buggy/tasks')
  const drilled = await createBoard(server)
  const [startsAt, endsAt] = [-60, 2].map((seconds) => new Date(Date.now() + 1000 * seconds).toISOString())
  await drilled.asOwner('PUT /exercise', { json: { startsAt, endsAt, drill: { profile: 'throttled', seed: 1 } } })
  await drilled.send('GET /api/buggy/tasks')

  limitFiles(server, 1)
  for (let count = 0; count < 3; count++) await send('GET /api/buggy/tasks')
  await learner('/api/v1/tasks')
  const ofBoard = ['', '/faults', '/faults/plan', '/defects', '/snapshot', '/claims', '/exercise', '/drill']
  t.strictSame(await statuses(ofBoard.map((path) => asOwner(`GET ${path}`))), [...Array(6).fill(200), 404, 404])
  t.equal((await asOwner('GET /faults')).json.ordinal, 4)
  t.equal((await asOwner('GET /snapshot')).json.faults.ordinal, 4)
  const ofClass = [...['/projection', '/challenges'].map(trainer), ...['/claims', '/exercise', '/drill'].map(learner)]
  t.strictSame(await statuses(ofClass), [200, 200, 200, 404, 404])
  while ((await drilled.send('GET /exercise')).json.state !== 'ended') await sleep(50)
  const ofDrill = ['/api/v1/tasks', '/exercise', '/drill'].map((path) => drilled.send(`GET ${path}`))
  t.strictSame(await statuses(ofDrill), [200, 200, 200])
  for (const reply of [await asOwner('GET /requests'), await trainer(''), await learner('/score')]) {
    t.equal(reply.status, 503, 'a list or score without a request that has ended would be wrong')
  }

  limitFiles(server, 'unlimited')
  t.equal((await asOwner('GET /requests')).json.totalElements, 4)
  t.equal((await trainer('')).json.boards[0].requests, 1)
  t.equal((await drilled.send('GET /drill')).json.state, 'finished')
})

for (const [when, bytes] of Object.entries({ 'the tables': 30_000, 'the first tasks': 60_000 })) {
  longTest(`process: does not start, with one line on stderr, if there is no space for ${when}`, async (t) => {
    const { code, stderr } = await run(t, 'start', {
      env: { NODE_OPTIONS, DATABASE_URL: `sqlite:${t.testdir()}/board.db`, DEMO_DATA: 'true' },
      under: ['prlimit', `--fsize=${bytes}`],
    })
    t.equal(code, 1)
    // The coverage tool cannot write its file either, and reports that afterwards.
    t.match(stderr, /^task-board-service: Cannot use the database sqlite:.*: disk I\/O error\n/)
  })
}

longTest('process: starts on a full disk for reading, says so, and writes when there is space', async (t) => {
  const FAULT_RATES = Object.entries(NO_FAULTS)
    .map((rate) => rate.join('='))
    .join()
  const env = { NODE_OPTIONS, FAULT_RATES, DATABASE_URL: `sqlite:${t.testdir()}/board.db` }
  const login = { json: { username: 'user', password: 'user123' } }
  const create = { json: { title: 'A task', status: 'TODO', description: 'x'.repeat(500) } }
  const server = await startProcess(t, { env })
  const { token } = (await server.send('POST /api/v2/auth/login', login)).json
  for (let count = 0; count < 10; count++) await server.send('POST /api/v1/tasks', create)
  await server.stop('SIGKILL')

  let stderr = ''
  const onStderr = (text: string) => {
    stderr += text
  }
  // The write-ahead log that the killed process has left is larger than its index, which needs 32 KiB.
  const after = await startProcess(t, { env, onStderr, under: ['prlimit', '--fsize=32768:'] })
  const lines =
    'task-board-service: disk I/O error\ntask-board-service: Writes return 503 until the database can be written: disk I/O error\n'
  t.equal(stderr, lines)
  for (const path of ['v1/tasks', 'v2/tasks', 'buggy/tasks']) {
    t.equal((await after.send(`GET /api/${path}`, { token })).json.totalElements, 10, path)
  }
  expectUnavailable(t, await after.send('POST /api/v1/tasks', create), '/api/v1/tasks')
  expectUnavailable(t, await after.send('POST /api/v2/auth/login', login), '/api/v2/auth/login')
  limitFiles(after, 'unlimited')
  t.equal((await after.send('POST /api/v1/tasks', create)).status, 201)
  t.match(await after.stop(), { code: 0, stderr: lines })
})

longTest('process: stops cleanly on a full disk, and has all data after a restart', async (t) => {
  const file = `${t.testdir()}/board.db`
  const env = { NODE_OPTIONS, DATABASE_URL: `sqlite:${file}` }
  const server = await startProcess(t, { env })
  const create = async () =>
    (await server.send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })).json.id
  const uploadTo = (id: number) => upload(server, `/api/v1/tasks/${id}/attachments`, Buffer.alloc(MEBIBYTE, 'a'))
  // The limit must be higher than the size of the coverage file.
  for (let count = 0; count < 8; count++) t.equal((await uploadTo(await create())).status, 201)
  const last = await create()
  limitFiles(server, statSync(file).size)
  t.equal((await uploadTo(last)).status, 201, 'the write-ahead log has space')
  t.match(await server.stop(), { code: 0, stderr: '' })

  const after = await startProcess(t, { env })
  t.equal((await after.send('GET /api/v1/tasks')).json.totalElements, 9)
  t.equal((await after.send(`GET /api/v1/tasks/${last}`)).json.attachments.length, 3)
})

longTest('process: a copy or backup that fails on a full disk names it and can be repeated', async (t) => {
  const folder = t.testdir()
  const [from, to] = [`sqlite:${folder}/from.db`, `sqlite:${folder}/to.db`]
  const store = await openStore(from)
  const { id } = await store.createTask(DEFAULT_BOARD, values(), at(0))
  await store.addAttachments(DEFAULT_BOARD, id, [file('large', Buffer.alloc(MEBIBYTE))], at(0))
  await store.close()
  const args = ['--from', from, '--to', to]
  const limited = (command: string, args: string[], bytes: number) =>
    run(t, command, { args, env: { NODE_OPTIONS, DATABASE_URL: from }, under: ['prlimit', `--fsize=${bytes}`] })
  const results = () => readdirSync(folder).filter((name) => !name.startsWith('from'))
  const expectFailure = ({ code, stdout, stderr }: Exit, message: string) => {
    t.match({ code, stdout }, { code: 1, stdout: '' })
    t.equal(stderr, `task-board-service: ${message}: disk I/O error\n`)
  }
  for (const bytes of [60_000, 600_000]) {
    expectFailure(await limited('database copy', args, bytes), `Cannot use the database ${to}`)
    t.strictSame(results(), [])
  }
  const backup = join(folder, 'backup.db')
  const message = `The database cannot be backed up to ${backup}`
  expectFailure(await limited('database backup', ['--to', backup], 600_000), message)
  t.strictSame(results(), [])

  t.match(await run(t, 'database migrate', { env: { DATABASE_URL: to } }), { code: 0 })
  expectFailure(await limited('database copy', args, 600_000), `Cannot use the database ${to}`)
  t.ok(existsSync(join(folder, 'to.db')), 'a target that existed stays')
  t.match(await run(t, 'database copy', { args }), { code: 0, stderr: '' }, 'with enough space it succeeds')
})

longTest('process: a file that does not fit on the disk is not left incomplete', async (t) => {
  const server = await startProcess(t)
  const names = Array.from({ length: 30 }, (_, index) => `Learner ${index + 1}`)
  const { json } = await server.send('POST /classes', { json: { name: 'Testing APIs', names } })
  const output = join(t.testdir(), 'scores.csv')
  const env = { NODE_OPTIONS, TRAINER_SECRET: json.trainerSecret }
  const args = ['export', json.id, '--server', server.base, '--output']
  const full = { env, under: ['prlimit', '--fsize=500'] }
  const failed = await run(t, 'class', { ...full, args: [...args, output] })
  t.match(failed, {
    code: 1,
    stderr: /^task-board-service: Cannot write \S+scores\.csv: EFBIG: file too large, write\n$/,
  })
  t.notOk(existsSync(output))
  t.match(await run(t, 'class', { ...full, args: [...args, '/dev/full'] }), { code: 1, stderr: /ENOSPC/ })
  t.ok(existsSync('/dev/full'), 'a device stays')
})
