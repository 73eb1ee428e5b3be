/** Bundles the commands and the library for Node.js. */
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildChanged } from './build-changed.mjs'

const ENTRY_POINTS = {
  cli: 'src/commands/main.ts',
  index: 'src/app/library/index.ts',
}
/** The entry point of the thread that writes to SQLite. */
const WORKER = 'src/rooms/storage/sqlite/writer-thread.ts'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Whether users install the package of an import. */
const isInstalled = (path) => isBuiltin(path) || Object.hasOwn(dependencies, /^(@[^/]+\/)?[^/]+/.exec(path)[0])

/** The packages that are ES modules only. */
const MODULES = ['p-limit']

/**
 * A plugin that loads packages with `require`. Node.js 20 takes longer to import them: for each CommonJS package, it
 * searches the text for the names of the exports.
 */
const requirePackages = {
  name: 'require-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/, namespace: 'file' }, ({ path, kind }) => {
      if (!isInstalled(path)) return
      return kind === 'import-statement' && !isBuiltin(path) && !MODULES.includes(path)
        ? { path, namespace: 'package', sideEffects: false }
        : { path, external: true }
    })
    onResolve({ filter: /./, namespace: 'package' }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /./, namespace: 'package' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

/** The function that the bundles require packages with. */
const REQUIRE = `import { createRequire as createRequireOf } from 'node:module'
const require = createRequireOf(import.meta.url)`

const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: 'dist',
  bundle: true,
  banner: { js: REQUIRE },
  plugins: [requirePackages],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  inject: ['scripts/captured-globals.js'],
  logLevel: 'warning',
}

/**
 * Writes the bundles to `dist/`.
 *
 * @returns the sources and the bundles, relative to the root of the project
 */
export async function buildCommands() {
  const commands = await buildChanged({ ...OPTIONS, entryPoints: ENTRY_POINTS, splitting: true })
  // A thread loads one file of its own, so that it does not load what only the service needs.
  const worker = await buildChanged({ ...OPTIONS, entryPoints: { 'writer-thread': WORKER } })
  const metafiles = [commands.metafile, worker.metafile]
  return {
    inputs: [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))],
    outputs: metafiles.flatMap(({ outputs }) => Object.keys(outputs)),
  }
}
