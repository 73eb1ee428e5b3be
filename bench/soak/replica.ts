import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What a replica says of itself (probe.mjs): bytes, numbers, and milliseconds. */
export interface Sample {
  rss: number
  heap: number
  handles: number
  lag: { p99: number; max: number }
}

/** A process of the built service. */
export interface Replica {
  /** Where it is reached; `undefined` while it does not run. */
  readonly origin: string | undefined
  readonly samples: Sample[]
  /** Kills it as a crash would, and starts it again. */
  crash(): Promise<void>
  /** Stops it; the promise is rejected where it does not end well. */
  stop(): Promise<void>
}

const FLAGS = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href]

/** Starts the built service on a database. */
export async function startReplica(databaseUrl: string): Promise<Replica> {
  const samples: Sample[] = []
  let origin: string | undefined
  let child: ChildProcess

  async function start(): Promise<void> {
    child = spawn(process.execPath, [...FLAGS, 'dist/server.js'], {
      env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.on('message', (sample: Sample) => samples.push(sample))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    origin = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The service has ended with ${code}`)))
      lines.on('line', (line) => {
        const { msg } = JSON.parse(line) as { msg: string }
        if (msg.startsWith('Server listening at ')) resolve(msg.replace('Server listening at ', ''))
      })
    })
  }

  await start()
  return {
    get origin() {
      return origin
    },
    samples,
    async crash() {
      origin = undefined
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await start()
    },
    async stop() {
      origin = undefined
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code, signal] = await ended
      if (code !== 0) throw new Error(`The service has ended with ${code ?? signal}`)
    },
  }
}
