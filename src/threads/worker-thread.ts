import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Returns the path of a worker in the folder of a module. In `dist/`, all modules are in one folder.
 *
 * @param filename the path of the module
 */
export function workerFile(name: string, filename: string): string {
  return join(dirname(filename), name + extname(filename))
}

/**
 * Starts a worker thread without the loaders of this process, because those of a test runner take most of the time of
 * the start. Under `npm run dev`, Node does not apply tsx to the first file of a thread, so a script loads it. Yarn
 * Plug'n'Play keeps packages in archives, which only its own loader can read, so its threads have all loaders.
 */
export function startWorker(file: string, options: WorkerOptions): Worker {
  const isSource = file.endsWith('.ts')
  const loadSource = `import('tsx/esm/api').then(({ register }) => {
    register()
    return import(${JSON.stringify(pathToFileURL(file).href)})
  })`
  return new Worker(isSource ? loadSource : file, {
    ...options,
    eval: isSource,
    ...(process.versions.pnp === undefined && { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } }),
  })
}
