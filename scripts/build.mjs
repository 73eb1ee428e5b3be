/**
 * Bundles the commands and the library into `dist/`, and the pages with their packages. The packages that the service
 * uses are not bundled: users install them, so that `npm audit` finds them. Types are not checked here; `npm test` checks
 * them.
 */
import { readdirSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildChanged } from './build-changed.mjs'
import { buildWeb } from './build-web.mjs'
import { writeNotices } from './notices.mjs'

const ENTRY_POINTS = {
  cli: 'src/cli/main.ts',
  index: 'src/library/index.ts',
  'json-worker': 'src/http/json-worker.ts',
  'snapshot-worker': 'src/management/snapshots/snapshot-worker.ts',
}
/** The entry point of the threads of SQLite. */
const WORKER = 'src/store/sqlite/threads/worker.ts'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')

/** What the build adds to the bundles. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt'
const WEB = 'web'

/** The packages that are ES modules only. */
const MODULES = ['jsondiffpatch', 'p-limit']

/**
 * A plugin that loads packages with `require`. Node.js 20 takes longer to import them: for each CommonJS package, it
 * searches the text for the names of the exports, and TypeBox has 200 files.
 */
const requirePackages = {
  name: 'require-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/, namespace: 'file' }, ({ path, kind }) =>
      kind === 'import-statement' && !isBuiltin(path) && !MODULES.includes(path)
        ? { path, namespace: 'package', sideEffects: false }
        : { path, external: true },
    )
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
  outdir: DIST,
  bundle: true,
  banner: { js: REQUIRE },
  plugins: [requirePackages],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  inject: ['scripts/captured-globals.js'],
  logLevel: 'warning',
}

const commands = await buildChanged({ ...OPTIONS, entryPoints: ENTRY_POINTS, splitting: true })
// A thread loads one file of its own, so that it does not load what only the service needs.
const worker = await buildChanged({ ...OPTIONS, entryPoints: { worker: WORKER } })
const outputs = { ...commands.metafile.outputs, ...worker.metafile.outputs }

writeNotices(await buildWeb(join(DIST, WEB)), join(DIST, NOTICES))

// Delete the files of earlier builds. This comes last, because a command of an earlier build may be starting.
for (const name of readdirSync(DIST)) {
  if (![NOTICES, WEB].includes(name) && !Object.hasOwn(outputs, `dist/${name}`))
    rmSync(join(DIST, name), { recursive: true })
}
