import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { findFreePort } from '../../postgres/server.js'
import { waitForPort } from './wait-for-port.js'

const CONFIGURATION = readFileSync(join(import.meta.dirname, '../../../deploy/Caddyfile'), 'utf8')

/**
 * Starts Caddy with deploy/Caddyfile in front of a service. Only the addresses differ, and there is no TLS.
 *
 * @param port the port of the service on 127.0.0.1
 * @returns the base URL, without a slash at the end
 */
export async function startCaddy(t: Test, port: number): Promise<{ base: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-caddy-'))
  const own = await findFreePort()
  const configuration = CONFIGURATION.replace(/^{$/m, '{\n\tadmin off')
    .replace(/^boards\.example\.org.*{$/m, `http://:${own} {\n\tbind 127.0.0.1`)
    .replace(/^\ttls {\n.*?^\t}\n/ms, '')
    .replaceAll('10.0.0.10:3000', `127.0.0.1:${port}`)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, configuration)
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env })
  const exit = once(caddy, 'exit')
  t.teardown(async () => {
    caddy.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(own, caddy)
  return { base: `http://127.0.0.1:${own}` }
}
