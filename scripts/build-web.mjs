/** Bundles the pages in `web/` for browsers. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildChanged, replaceFile } from './build-changed.mjs'
import { buildGuide } from './build-guide.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The pages, by the names of their folders in `web/`. Each has a script and a style sheet. That of Swagger UI adapts it. */
const PAGES = ['landing', 'board', 'class', 'docs']

/** The folders of the style sheets without scripts: that of the documentation. */
const STYLES = ['guide']

/** The name of the bundle of the HTML reports, which is a folder beside that of the pages. */
const REPORT = 'report'

/** The file of the typeface with the characters of English. Pages load it before they show a text. */
const FONT = 'geist-latin-wght-normal'

/** The options of all builds. The names of files contain a hash of their content, so two builds can share a file. */
const OPTIONS = {
  absWorkingDir: ROOT,
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  tsconfig: 'web/tsconfig.json',
  minify: true,
  logLevel: 'warning',
}

/**
 * Writes the files of all pages, whose names contain a hash of their content, and `pages.json`, which has the names of
 * the scripts, the style sheet and the typeface of each page, and those of the style sheets without scripts. Each page is
 * bundled by itself: pages with common files would load many small ones. The pages of the documentation go into the folder
 * `guide` next to it, and the script and the style sheet of the HTML reports into `report`.
 *
 * @param folder the folder of the files, which has no others
 * @returns the sources, relative to the root of the project
 */
export async function buildWeb(folder) {
  const entries = [
    ...PAGES.map((name) => [name, `web/${name}/main.tsx`]),
    ...STYLES.map((name) => [name, `web/${name}/${name}.css`]),
  ]
  const built = await Promise.all(
    entries.map(async ([name, file]) => {
      const { metafile } = await buildChanged({ ...OPTIONS, entryPoints: [{ in: file, out: name }], outdir: folder })
      return { name, inputs: Object.keys(metafile.inputs), ...readOutputs(name, metafile.outputs) }
    }),
  )
  const found = Object.fromEntries(built.map(({ name, page }) => [name, page]))
  replaceFile(join(folder, 'pages.json'), `${JSON.stringify(found, null, 2)}\n`)
  const fileNames = new Set(built.flatMap(({ files }) => files))
  for (const file of readdirSync(folder)) {
    if (file !== 'pages.json' && !fileNames.has(file)) rmSync(join(folder, file))
  }
  const { style, font } = found.guide
  buildGuide(join(folder, '../guide'), { style: `/web/${style}`, font: `/web/${font}` })
  const { metafile } = await buildChanged({
    ...OPTIONS,
    entryPoints: [{ in: `web/${REPORT}/main.tsx`, out: REPORT }],
    entryNames: `${REPORT}/[name]`,
    // The style sheet names the typefaces of the pages, which have the same names.
    assetNames: `${basename(folder)}/${OPTIONS.assetNames}`,
    splitting: false,
    outdir: join(folder, '..'),
  })
  return [...new Set([...built.flatMap(({ inputs }) => inputs), ...Object.keys(metafile.inputs)])]
}

/** Returns the names of all files of a page, and of those that it loads at first. */
function readOutputs(page, outputs) {
  const nameOf = (path) => path.split('/').at(-1)
  const files = Object.keys(outputs).map(nameOf)
  const find = (name, extension) => files.find((file) => file.startsWith(`${name}-`) && file.endsWith(extension))
  const script = find(page, '.js')
  const style = find(page, '.css')
  const font = find(FONT, '.woff2')
  if (script === undefined) return { files, page: { style, font } }
  const scripts = new Set()
  function add(path) {
    if (scripts.has(nameOf(path))) return
    scripts.add(nameOf(path))
    for (const imported of outputs[path].imports) if (imported.kind === 'import-statement') add(imported.path)
  }
  add(Object.keys(outputs).find((path) => nameOf(path) === script))
  return { files, page: { script, imports: [...scripts].slice(1), style, font } }
}
