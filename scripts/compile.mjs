/**
 * Compiles the sources and the tests into `build/`, file by file, so that test processes load plain JavaScript. esbuild
 * does not check types; `tsc` does.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildWeb } from './build-web.mjs'
import { createStamps } from './stamps.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The entry points of the threads of SQLite. */
const WORKERS = ['src/rooms/storage/sqlite/writer-thread.ts']
/** Everything is compiled again if one of these changes. */
const SETUP = ['package-lock.json', ...['compile', 'build-web', 'build-guide'].map((name) => `scripts/${name}.mjs`)]
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'benchmark']

/** A plugin that gives modules the URL and the folder of their source, so that they find files next to it. */
const locateSource = {
  name: 'locate-source',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta')) return
      const [url, folder] = [pathToFileURL(path).href, dirname(path)].map((text) => JSON.stringify(text))
      return { loader: 'ts', contents: `const SOURCE_URL = ${url}, SOURCE_FOLDER = ${folder}; ${source}` }
    })
  },
}

/** Returns the TypeScript files of the project, relative to its root. */
export function findSources() {
  return findFiles(FOLDERS).filter((path) => /(?<!\.d)\.ts$/.test(path) && !/\/(node_modules|generated)\//.test(path))
}

function findFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
  )
}

/** Returns the path of the compiled file of a source, relative to the root of the project. */
export function compiledPath(source) {
  return join('build', source.replace(/\.ts$/, '.js'))
}

/** The options of esbuild. */
export const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: 'build',
  outbase: '.',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  define: { 'import.meta.url': 'SOURCE_URL', 'import.meta.dirname': 'SOURCE_FOLDER' },
  plugins: [locateSource],
  logLevel: 'warning',
}

/** Compiles the sources that have changed since the last run, and bundles the pages if they have. */
export async function compile() {
  const sources = findSources()
  const stamps = createStamps('build/compiled.json')
  const changed = stamps.changed([...sources, ...SETUP])
  const isNew = SETUP.some((file) => changed.includes(file))
  const stale = isNew ? sources : changed
  if (stale.length > 0) {
    await build({ ...OPTIONS, entryPoints: stale })
    // Tests start hundreds of threads. Each loads one file instead of dozens.
    await build({
      ...OPTIONS,
      entryPoints: WORKERS,
      bundle: true,
      packages: 'external',
      sourcesContent: false,
    })
    const compiled = new Set(sources.map(compiledPath))
    for (const path of findFiles(FOLDERS.map((folder) => join('build', folder)))) {
      if (path.endsWith('.js') && !compiled.has(path)) rmSync(join(ROOT, path))
    }
  }
  await compileWeb()
  stamps.save()
}

/** Bundles the pages if one of their sources has changed. */
async function compileWeb() {
  const stamps = createStamps('build/web.json')
  const guide = findFiles(['docs']).filter((path) => path.endsWith('.md'))
  const others = ['README.md', ...guide, ...SETUP]
  if (stamps.changed([...stamps.files(), ...others]).length === 0) return
  const sources = await buildWeb(join(ROOT, 'build/web'))
  stamps.changed([...sources, ...others])
  stamps.save()
}

if (process.argv[1] === import.meta.filename) await compile()
