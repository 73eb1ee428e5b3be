/**
 * Bundles each command and its packages into `dist/`. A command then loads a few files instead of hundreds, so it starts
 * faster. Types are not checked here; `npm test` checks them.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Packages that are not bundled, because they read other files, have native code, or are rarely loaded. */
const EXTERNAL = ['@photostructure/sqlite', '@fastify/swagger-ui', 'pino', 'pino-pretty', 'pg', 'prom-client', 'yaml']

/** The globals that bundled CommonJS packages use. */
const COMMONJS = `
import { createRequire as createRequireOf } from 'node:module'
import { dirname as dirnameOf } from 'node:path'
const require = createRequireOf(import.meta.url)
const __filename = import.meta.filename
const __dirname = dirnameOf(__filename)`

const ENTRY_POINTS = {
  server: 'src/server.ts',
  'json-worker': 'src/http/json-worker.ts',
  'snapshot-worker': 'src/control/snapshot-worker.ts',
  ...Object.fromEntries(
    ['migrate', 'copy-database', 'backup', 'reset-faults'].map((name) => [name, `src/cli/${name}.ts`]),
  ),
}
/** The entry point of the threads of SQLite. */
const WORKER = 'src/store/sqlite/threads/worker.ts'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')

const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: DIST,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL,
  alias: { '@sinclair/typebox': './node_modules/@sinclair/typebox/build/esm/index.mjs' },
  banner: { js: COMMONJS },
  metafile: true,
  logLevel: 'warning',
}

const commands = await build({ ...OPTIONS, entryPoints: ENTRY_POINTS, splitting: true })
// A thread loads one file of its own, so that it does not load what only the service needs.
const worker = await build({ ...OPTIONS, entryPoints: { worker: WORKER } })
const outputs = { ...commands.metafile.outputs, ...worker.metafile.outputs }

// Delete the files of earlier builds. This comes last, because a command of an earlier build may be starting.
for (const name of readdirSync(DIST)) {
  if (!Object.hasOwn(outputs, `dist/${name}`)) rmSync(join(DIST, name), { recursive: true })
}
