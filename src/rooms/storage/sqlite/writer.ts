import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Outcome, WriteRequest, WriterSetup } from './committer.js'

/** The entry point of the thread. In `dist/`, all modules are in one folder. */
const EXTENSION = extname(import.meta.filename)
const FILE = join(dirname(import.meta.filename), `writer-thread${EXTENSION}`)

/** Loads the entry point under `npm run dev`, because Node.js does not apply tsx to the first file of a thread. */
const LOAD_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(pathToFileURL(FILE).href)})
})`

/** What writes to a database. It gets one request after the other. */
export interface Writer {
  write(request: WriteRequest): Outcome | Promise<Outcome>
  close(): void | Promise<void>
}

/** Starts the thread that writes. If it ends, the outcome of its request is unknown, and so is that of each later one. */
export function startWriter(workerData: WriterSetup): Writer {
  const isSource = EXTENSION === '.ts'
  const worker = new Worker(isSource ? LOAD_SOURCE : FILE, {
    ...{ workerData, name: 'sqlite-writer', eval: isSource },
    // The loaders of a test runner would take most of the time of the start. Yarn Plug'n'Play keeps packages in archives,
    // which only its own loader can read.
    ...(process.versions.pnp === undefined && { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } }),
  })
  let receive = (_outcome: Outcome) => {}
  let failure: Error | undefined

  worker.on('message', (outcome: Outcome) => receive(outcome))
  worker.on('error', (error) => {
    failure = error as Error
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      failure ??= new Error(`The thread that writes ended with exit code ${code}`)
      receive({ kind: 'unknown', error: failure })
      resolve()
    })
  })

  return {
    async write(request) {
      if (failure !== undefined) return { kind: 'unknown', error: failure }
      // The process stays alive until the outcome is known.
      worker.ref()
      worker.postMessage(request)
      const outcome = await new Promise<Outcome>((resolve) => {
        receive = resolve
      })
      worker.unref()
      return outcome
    },
    async close() {
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}
