import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Exchange } from './judge.ts'
import type { Validator } from './validators.ts'

interface Proxy {
  address: string
  /** Returns what the proxy has written to its standard error. */
  problems(): string
  /** Ends the proxy, and returns the requests that it has seen. */
  stop(): Promise<Exchange[]>
}

/**
 * Starts the proxy of a validator.
 *
 * @param service the URL of the service
 * @param bases the base paths of the documents with which it validates
 * @throws if the validator refuses a document
 */
export async function startProxy(
  { folder, start }: Validator,
  service: string,
  bases: readonly string[],
): Promise<Proxy> {
  const [program = '', ...args] = start
  const proxy = spawn(program, [...args, service, ...bases], {
    cwd: join(import.meta.dirname, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let problems = ''
  proxy.stderr.on('data', (data) => (problems += data))
  const lines: string[] = []
  const output = createInterface(proxy.stdout).on('line', (line) => lines.push(line))
  await Promise.race([once(output, 'line'), once(output, 'close')])
  const [port] = lines
  if (port === undefined) throw new Error(`The proxy does not start:\n${problems.slice(-5000)}`)

  return {
    address: `http://127.0.0.1:${port}`,
    problems: () => problems,
    async stop() {
      const closed = once(output, 'close')
      proxy.kill()
      await closed
      return lines.slice(1).map((line) => JSON.parse(line))
    },
  }
}
