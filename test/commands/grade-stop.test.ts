import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { listen } from '../kit/listen.js'
import { BUILT_COMMANDS, COVERED, COVERED_COMMANDS, run, startProcess } from '../kit/process.js'
import { CHECK_CREATE, startServer, writeSuite } from './grade/suite.js'

const DEFECTS = ['--defects', 'create-returns-200,summary-total-lacks-column']

/** Starts `grade` with a suite that does not end if it has run before. Resolves when such a run has started. */
async function startHanging(t: Test, ...args: string[]) {
  const [node = '', suite = ''] = writeSuite(
    t,
    `import { existsSync, writeFileSync } from 'node:fs'
    ${CHECK_CREATE}
    const file = import.meta.filename
    if (existsSync(file + '.ran')) {
      setTimeout(() => {}, 300_000)
      writeFileSync(file + '.pid', String(process.pid))
    }
    writeFileSync(file + '.ran', '')`,
  )
  const child = spawn(
    'env',
    ['NODE_OPTIONS=', node, COVERED_COMMANDS, 'grade', ...DEFECTS, ...args, '--', node, suite],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...COVERED },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const stderr = text(child.stderr)
  const exit = once(child, 'exit').then((status) => {
    t.throws(() => process.kill(Number(pid()), 0), { code: 'ESRCH' }, 'the suite has ended')
    return status
  })
  const pid = () => (existsSync(`${suite}.pid`) ? readFileSync(`${suite}.pid`, 'utf8') : '')
  while (pid() === '') await sleep(10)
  return { child, stderr, exit }
}

t.test('process: Ctrl+C ends the runs, deletes the boards and stops the service', async (t) => {
  const { service, token, boards } = await startServer(t)
  const { child, stderr, exit } = await startHanging(t, '--server', service.url, '--token', token)
  t.not((await boards()).length, 0)
  child.kill('SIGINT')
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  t.strictSame(await exit, [130, null])
  t.match(await stderr, /Stopping the runs and deleting the boards\.\n/)
  t.strictSame(await boards(), [])
})

t.test('process: Ctrl+C ends a grade that waits to submit its score again', async (t) => {
  let attempts = 0
  const board = createServer((request, response) => {
    if (request.method === 'PUT') attempts++
    response.writeHead(request.method === 'PUT' ? 503 : 200).end('{}')
  })
  const { url } = await listen(t, board)
  const [node = '', suite = ''] = writeSuite(t, CHECK_CREATE)
  const args = ['NODE_OPTIONS=', node, BUILT_COMMANDS, 'grade', ...DEFECTS, '--submit', url, '--', node, suite]
  const child = spawn('env', args, { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const stderr = text(child.stderr)
  while (attempts === 0) await sleep(10)
  child.kill('SIGINT')
  t.strictSame(await once(child, 'exit'), [130, null])
  t.equal(attempts, 1)
  t.match(await stderr, /It is not known whether the board has the score\.\n/)
})

t.test('process: another Ctrl+C some seconds later does not wait for a server that does not respond', async (t) => {
  const service = await startProcess(t, { env: { HOST: '127.0.0.1' } })
  const { child, stderr, exit } = await startHanging(t, '--server', service.base)
  process.kill(service.pid, 'SIGSTOP')
  // Without another Ctrl+C, the grade waits for the service for 15 seconds.
  const timer = setInterval(() => child.kill('SIGINT'), 100)
  t.teardown(() => clearInterval(timer))
  t.strictSame(await exit, [130, null])
  t.match(await stderr, /deleting the boards\.\n\nStopped before all boards were deleted\.\n/)
})

t.test('process: SIGTERM ends a grade with a service of its own', async (t) => {
  const { child, exit } = await startHanging(t)
  child.kill('SIGTERM')
  t.strictSame(await exit, [143, null])
})

t.test('process: a server that fails during the grade is explained, with the boards that are left', async (t) => {
  const { service, token } = await startServer(t)
  // One job, so that no other run can fail while the service closes.
  const options = ['--server', service.url, '--token', token, '--time-limit', '2', '--jobs', '1']
  const { stderr, exit } = await startHanging(t, ...options)
  await service.close()
  t.strictSame(await exit, [3, null])
  t.match(await stderr, /Could not delete 1 of the boards on http:.*Cannot reach the server/s)
})

t.test('process: grade ends quietly if the reader of its output has ended', async (t) => {
  const child = spawn('env', ['NODE_OPTIONS=', process.execPath, BUILT_COMMANDS, 'grade', '--', 'true'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.destroy()
  t.strictSame(await once(child, 'exit'), [5, null])
})

t.test('process: grade completes if the reader of its messages has ended', async (t) => {
  const { service, token, boards } = await startServer(t)
  const args = [...DEFECTS, '--server', service.url, '--token', token, '--', ...writeSuite(t, CHECK_CREATE)]
  const child = spawn('env', ['NODE_OPTIONS=', process.execPath, BUILT_COMMANDS, 'grade', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.destroy()
  const stdout = text(child.stdout)
  t.strictSame(await once(child, 'exit'), [0, null])
  t.match(await stdout, 'found 1 of 2 defects')
  t.strictSame(await boards(), [])
})

t.test('process: FORCE_COLOR colours the table', async (t) => {
  const { stdout } = await run(t, 'grade', { args: ['--', 'true'], env: { FORCE_COLOR: '1' } })
  t.match(stdout, '\u001b[31mNo score: ')
})
