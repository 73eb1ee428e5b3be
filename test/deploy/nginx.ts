import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { findFreePort } from '../postgres/server.js'
import { refusesConnections } from '../process.js'

const CONFIGURATION = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** The names of the replicas in deploy/nginx.conf. */
const REPLICAS = ['board-1:3000', 'board-2:3000']

/**
 * Starts nginx with deploy/nginx.conf. Only the addresses and the paths of the logs differ.
 *
 * @param ports the ports of the replicas on 127.0.0.1
 * @returns the base URL, without a slash at the end
 */
export async function startNginx(t: Test, ports: readonly number[]): Promise<string> {
  return (await openNginx(t, ports)).base
}

/** Does the same, and also returns the folder of its logs (`access.log`, `error.log`) and of stored bodies (`body`). */
export async function openNginx(t: Test, ports: readonly number[]): Promise<{ base: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-nginx-'))
  for (const name of ['body', 'proxy']) mkdirSync(join(folder, name))
  const port = await findFreePort()
  let board = CONFIGURATION.replace('listen 8080;', `listen 127.0.0.1:${port};`).replaceAll('/var/log/nginx', folder)
  for (const [index, name] of REPLICAS.entries()) board = board.replaceAll(name, `127.0.0.1:${ports[index]}`)
  writeFileSync(join(folder, 'board.conf'), board)
  // The main context as in Debian's and in the image's own nginx.conf.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log crit;
events { worker_connections 1024; }
http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; include ${folder}/board.conf; }
`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const exit = once(nginx, 'exit')
  t.teardown(async () => {
    nginx.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(port, nginx)
  return { base: `http://127.0.0.1:${port}`, folder }
}

async function waitForPort(port: number, process: ChildProcess): Promise<void> {
  while (await refusesConnections(port)) {
    if (process.exitCode !== null) throw new Error(`nginx has ended with ${process.exitCode}`)
  }
}
