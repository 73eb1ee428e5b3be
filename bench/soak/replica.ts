import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What a replica reports about itself (probe.mjs), in bytes and milliseconds. */
export interface Sample {
  rss: number
  heap: number
  handles: number
  lag: { p99: number; max: number }
}

/** A running process of the built service. */
export interface Replica {
  /** Its address; `undefined` while it is not running. */
  readonly origin: string | undefined
  readonly samples: Sample[]
  /** Kills the process like a crash, and restarts it. */
  crash(): Promise<void>
  /** Stops the process if it is still running. Rejects if it does not exit with 0. */
  stop(): Promise<void>
}

const FLAGS = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href]
/** The maximum time to stop, in milliseconds. It is longer than the shutdown timeout of the service. */
const STOP_MILLISECONDS = 20_000

/** Starts the built service on a database. `onExit` is called if the process exits by itself. */
export async function startReplica(databaseUrl: string, onExit: (error: Error) => void): Promise<Replica> {
  const samples: Sample[] = []
  let origin: string | undefined
  let child: ChildProcess

  async function start(): Promise<void> {
    child = spawn(process.execPath, [...FLAGS, 'dist/cli.js'], {
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.on('message', (sample: Sample) => samples.push(sample))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code, signal) => {
        const error = new Error(`The service exited with ${code ?? signal}`)
        reject(error)
        if (origin !== undefined) onExit(error)
        origin = undefined
      })
      lines.on('line', (line) => {
        const { msg } = JSON.parse(line) as { msg: string }
        if (!msg.startsWith('Server listening at ')) return
        // The rest of the log is discarded.
        lines.close()
        child.stdout?.resume()
        origin = msg.replace('Server listening at ', '')
        resolve()
      })
    })
  }

  /** Ends the process; returns whether it was still running. */
  async function end(signal: NodeJS.Signals): Promise<boolean> {
    origin = undefined
    if (child.exitCode !== null || child.signalCode !== null) return false
    const ended = once(child, 'exit')
    child.kill(signal)
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
    await ended
    clearTimeout(killing)
    return true
  }

  await start()
  return {
    get origin() {
      return origin
    },
    samples,
    async crash() {
      if (await end('SIGKILL')) await start()
    },
    async stop() {
      if ((await end('SIGTERM')) && child.exitCode !== 0) {
        throw new Error(`The service did not shut down cleanly: ${child.exitCode ?? child.signalCode}`)
      }
    },
  }
}
