import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const NO_FAULTS = ['server-error', 'slow-response', 'missing-fields', 'wrong-status', 'pagination']
  .concat('date-mix', 'search-case')
  .map((fault) => `${fault}=0`)
  .join()

interface Server {
  address: string
  /** Returns the text in parentheses of the first line of the log that matches, past lines included. */
  findInLog(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

/** Starts the built service, by default with an empty database, and without faults. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const server = spawn(process.execPath, ['dist/cli.js'], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: 'sqlite::memory:', FAULT_RATES: NO_FAULTS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(server, 'exit')
  const lines: string[] = []
  const log = createInterface(server.stdout).on('line', (line) => lines.push(line))

  function findInLog(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const search = () => {
        const found = lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined)
        if (found === undefined) return
        log.off('line', search)
        resolve(found)
      }
      log.on('line', search)
      search()
      exit.then(([code]) => reject(new Error(`The service exited with ${code}. Was it built with npm run build?`)))
    })
  }

  return {
    address: await findInLog(/Server listening at (http:[^"]+)/),
    findInLog,
    async stop() {
      server.kill()
      await exit
    },
  }
}
