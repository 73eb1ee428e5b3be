import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { refusesConnections } from '../../kit/process.js'
import { findFreePort } from '../../postgres/server.js'

const ROOT = join(import.meta.dirname, '../../..')
const [SERVICE, SOCKET] = ['task-board-service.service', 'task-board-service.socket'] as const
/** The exposure that `systemd-analyze security` calls OK, from 0 (best) to 100. */
const EXPOSURE_MAX = 20

const [service, socket] = [SERVICE, SOCKET].map((name) => readFileSync(join(ROOT, 'deploy', name), 'utf8')) as [
  string,
  string,
]

t.test('systemd accepts the units, and finds the service well protected', async (t) => {
  const folder = t.testdir()
  writeFileSync(join(folder, SERVICE), service.replace('/usr/bin/node', process.execPath))
  writeFileSync(join(folder, SOCKET), socket)
  const files = [join(folder, SERVICE), join(folder, SOCKET)]
  t.equal(execFileSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8', stdio: 'pipe' }), '')
  execFileSync('systemd-analyze', ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, files[0] as string])
})

t.test('the service starts with its socket and its settings from systemd, at the first connection', async (t) => {
  const [, address] = /^ListenStream=(.*):3000$/m.exec(socket) ?? []
  const [, command = ''] = /^ExecStart=\S+ (.*)$/m.exec(service) ?? []
  const settings = [...service.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) => text.split(' '))
  const folder = t.testdir()
  const port = await findFreePort()
  const process_ = spawn(
    'systemd-socket-activate',
    [
      ...['--listen', `${address}:${port}`],
      ...settings.flatMap((setting) => ['--setenv', setting.replace('/var/lib/task-board-service', folder)]),
      ...[process.execPath, ...command.replace('/opt/task-board-service', ROOT).split(' ')],
    ],
    { stdio: 'ignore' },
  )
  t.teardown(() => process_.kill('SIGKILL'))
  while (await refusesConnections(port));
  const response = await fetch(`http://${address}:${port}/readyz`)
  t.equal(response.status, 200)
  const exit = once(process_, 'exit')
  process_.kill('SIGTERM')
  t.strictSame(await exit, [0, null])
})
