import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const NO_FAULTS = ['server-error', 'slow-response', 'missing-fields', 'wrong-status', 'pagination']
  .concat('date-mix', 'search-case')
  .map((fault) => `${fault}=0`)
  .join()

/** Starts the built service with an empty board and without faults. Returns its address, and a function that stops it. */
export async function startServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const server = spawn(process.execPath, ['dist/server.js'], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: 'sqlite::memory:', FAULT_RATES: NO_FAULTS },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(server, 'exit')
  const address = new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const [, found] = /Server listening at (http:[^"]+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    exit.then(([code]) => reject(new Error(`The service exited with ${code}. Was it built with npm run build?`)))
  })
  return {
    address: await address,
    async stop() {
      server.kill()
      await exit
    },
  }
}
