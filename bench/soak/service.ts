import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What the service reports about itself (probe.mjs), in bytes and milliseconds. */
export interface Sample {
  rss: number
  heap: number
  handles: number
  lag: { p99: number; max: number }
}

/** The built service in a process. */
export interface ServiceProcess {
  /** Returns its address when it runs. */
  origin(): Promise<string>
  /** Kills the process like a crash, and starts it again. */
  crash(): Promise<void>
  /** Stops the process if it is still running. Rejects if it does not exit with 0. */
  stop(): Promise<void>
}

const FLAGS = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href]
/** The maximum time to stop, in milliseconds. It is longer than the shutdown timeout of the service. */
const STOP_MILLISECONDS = 20_000

/** Starts the built service on a database, and collects its samples. `onExit` is called if the process exits by itself. */
export async function startProcess(
  databaseUrl: string,
  samples: Sample[],
  onExit: (error: Error) => void,
): Promise<ServiceProcess> {
  let origin: Promise<string>
  let isStopping = false
  let child: ChildProcess

  function start(): Promise<string> {
    child = spawn(process.execPath, [...FLAGS, 'dist/cli.js'], {
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.on('message', (sample: Sample) => samples.push(sample))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    return new Promise((resolve, reject) => {
      child.once('exit', (code, signal) => {
        const error = new Error(`The service exited with ${code ?? signal}`)
        reject(error)
        if (!isStopping) onExit(error)
      })
      lines.on('line', (line) => {
        const { msg } = JSON.parse(line) as { msg: string }
        if (!msg.startsWith('Server listening at ')) return
        // The rest of the log is discarded.
        lines.close()
        child.stdout?.resume()
        resolve(msg.replace('Server listening at ', ''))
      })
    })
  }

  /** Ends the process; returns whether it was still running. */
  async function end(signal: NodeJS.Signals): Promise<boolean> {
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) return false
    const ended = once(child, 'exit')
    child.kill(signal)
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
    await ended
    clearTimeout(killing)
    return true
  }

  origin = start()
  await origin
  return {
    origin: () => origin,
    async crash() {
      if (!(await end('SIGKILL'))) return
      isStopping = false
      origin = start()
      await origin
    },
    async stop() {
      if ((await end('SIGTERM')) && child.exitCode !== 0) {
        throw new Error(`The service did not shut down cleanly: ${child.exitCode ?? child.signalCode}`)
      }
    },
  }
}
