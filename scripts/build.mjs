/**
 * Builds the commands into `dist/`. Each loads a few files instead of hundreds, those of its packages included, so the
 * service starts sooner; types are checked by `npm test`.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** What has files of its own beside its code, is compiled for its machine, or is rarely loaded. */
const EXTERNAL = [
  '@photostructure/sqlite',
  '@fastify/swagger-ui',
  'pino',
  'pino-pretty',
  'pg',
  'prom-client',
  'yaml',
]

/** Packages of the older kind ask for these. */
const COMMONJS = `
import { createRequire as createRequireOf } from 'node:module'
import { dirname as dirnameOf } from 'node:path'
const require = createRequireOf(import.meta.url)
const __filename = import.meta.filename
const __dirname = dirnameOf(__filename)`

const ENTRY_POINTS = {
  server: 'src/server.ts',
  ...Object.fromEntries(
    ['migrate', 'copy-database', 'backup', 'reset-faults'].map((name) => [name, `src/cli/${name}.ts`]),
  ),
}
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ENTRY_POINTS,
  outdir: DIST,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL,
  alias: { '@sinclair/typebox': './node_modules/@sinclair/typebox/build/esm/index.mjs' },
  banner: { js: COMMONJS },
  metafile: true,
  logLevel: 'warning',
})

// What an earlier build has left; last, because a command may be starting.
for (const name of readdirSync(DIST)) {
  if (!Object.hasOwn(metafile.outputs, `dist/${name}`)) rmSync(join(DIST, name), { recursive: true })
}
