/**
 * Bundles the commands, the library and their packages into `dist/`. A command then loads a few files instead of
 * hundreds, so it starts faster. Types are not checked here; `npm test` checks them.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildWeb } from './build-web.mjs'
import { writeNotices } from './notices.mjs'

/** Packages that are not bundled, because they have native code, start threads from files, or are rarely loaded. */
const EXTERNAL = ['@photostructure/sqlite', 'pino', 'pino-pretty', 'pg']

/** The globals that bundled CommonJS packages use. */
const COMMONJS = `
import { createRequire as createRequireOf } from 'node:module'
import { dirname as dirnameOf } from 'node:path'
const require = createRequireOf(import.meta.url)
const __filename = import.meta.filename
const __dirname = dirnameOf(__filename)`

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
const STATIC = 'static'
const WEB = 'web'

/** The module of @fastify/swagger-ui that serves the files of Swagger UI, and its expression for their folder. */
const SWAGGER_UI_ROUTES = /@fastify\/swagger-ui\/lib\/routes\.js$/
const SWAGGER_UI_FOLDER = "path.join(__dirname, '..', 'static')"
/** A larger variant of the script that the page uses. */
const UNUSED_SCRIPT = 'swagger-ui.js'

/** A plugin that makes the bundled documentation page serve the copy of its files in `dist/`. */
const serveCopiedFiles = {
  name: 'serve-copied-files',
  setup({ onLoad }) {
    onLoad({ filter: SWAGGER_UI_ROUTES }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes(SWAGGER_UI_FOLDER)) throw new Error(`${path} has no ${SWAGGER_UI_FOLDER}`)
      return { contents: source.replace(SWAGGER_UI_FOLDER, "path.join(__dirname, 'static')") }
    })
  },
}

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
  inject: ['scripts/captured-globals.js'],
  define: { 'process.nextTick': 'nextTick' },
  plugins: [serveCopiedFiles],
  metafile: true,
  logLevel: 'warning',
}

const commands = await build({ ...OPTIONS, entryPoints: ENTRY_POINTS, splitting: true })
// A thread loads one file of its own, so that it does not load what only the service needs.
const worker = await build({ ...OPTIONS, entryPoints: { worker: WORKER } })
const outputs = { ...commands.metafile.outputs, ...worker.metafile.outputs }

cpSync(join(ROOT, 'node_modules/@fastify/swagger-ui/static'), join(DIST, STATIC), {
  recursive: true,
  filter: (path) => basename(path) !== UNUSED_SCRIPT,
})
const pages = await buildWeb(join(DIST, WEB))
const sources = { ...commands.metafile.inputs, ...worker.metafile.inputs }
writeNotices([...Object.keys(sources), ...pages], join(DIST, NOTICES))

// Delete the files of earlier builds. This comes last, because a command of an earlier build may be starting.
for (const name of readdirSync(DIST)) {
  if (![NOTICES, STATIC, WEB].includes(name) && !Object.hasOwn(outputs, `dist/${name}`))
    rmSync(join(DIST, name), { recursive: true })
}
