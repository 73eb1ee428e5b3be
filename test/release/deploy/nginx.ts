import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { findFreePort } from '../../postgres/server.js'
import { waitForPort } from './wait-for-port.js'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const CONFIGURATION = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
const FRONT = readFileSync(join(DEPLOY, 'kubernetes/cells/front.conf'), 'utf8')

interface NginxOptions {
  /** The ports of two cells: nginx then also has deploy/kubernetes/cells/front.conf. */
  cells?: readonly [number, number]
  /** The port of nginx. By default, it is a free one. */
  port?: number
  /** A folder with `fullchain.pem` and `privkey.pem`: nginx then uses TLS as the comments in the configuration say. */
  certificate?: string
}

/** Runs nginx with deploy/nginx.conf. Only the addresses and the paths differ. */
export interface Nginx {
  /** The base URL, without a slash at the end. */
  base: string
  /** The folder of its logs (`access.log`, `error.log`) and of stored bodies (`body`). */
  folder: string
}

/**
 * Starts nginx in front of a service.
 *
 * @param service the port of the service on 127.0.0.1
 */
export async function startNginx(
  t: Test,
  service: number,
  { cells, certificate, port }: NginxOptions = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-nginx-'))
  for (const name of ['body', 'proxy', 'task-board']) mkdirSync(join(folder, name))
  const own = port ?? (await findFreePort())
  const adapt = (text: string) =>
    text
      .replace(/listen 8080( default_server)?;/, `listen 127.0.0.1:${own}${certificate === undefined ? '' : ' ssl'}$1;`)
      .replaceAll(/# (ssl_certificate\w* )/g, certificate === undefined ? '# $1' : `$1${certificate}/`)
      .replaceAll('boards.example.org', 'boards.localhost')
      .replaceAll('/var/log/nginx', folder)
      .replaceAll('/etc/nginx', folder)
      .replaceAll(' board:3000', ` 127.0.0.1:${service}`)
      .replaceAll(/cell-(a|b):3000/g, (_, cell) => `127.0.0.1:${cells?.[cell === 'a' ? 0 : 1]}`)
      .replace('http {', `http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`)
  writeFileSync(join(folder, 'nginx.conf'), adapt(CONFIGURATION))
  if (cells !== undefined) writeFileSync(join(folder, 'task-board/front.conf'), adapt(FRONT))
  const main = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/error.log crit;`
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', main], { stdio: 'inherit' })
  const exit = once(nginx, 'exit')
  t.teardown(async () => {
    nginx.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(own, nginx)
  return { base: `http${certificate === undefined ? '' : 's'}://127.0.0.1:${own}`, folder }
}
