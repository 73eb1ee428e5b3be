/** Bundles the pages in `web/` for browsers. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The pages, by the names of their folders in `web/`. Each has a script and a style sheet. */
const PAGES = ['landing', 'board', 'class']

/** The folder of the style sheet of Swagger UI, which has a page of its own. */
const DOCS = 'docs'

/** The file of the typeface with the characters of English. Pages load it before they show a text. */
const FONT = 'geist-latin-wght-normal'

/**
 * Writes the files of all pages, whose names contain a hash of their content, and `pages.json`, which has the names of
 * the script, the style sheet and the typeface of each page, and that of the style sheet of Swagger UI.
 *
 * @param folder the folder of the files, which has no others
 * @returns the sources, relative to the root of the project
 */
export async function buildWeb(folder) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...PAGES.map((name) => ({ in: `web/${name}/main.tsx`, out: name })),
      { in: `web/${DOCS}/${DOCS}.css`, out: DOCS },
    ],
    outdir: folder,
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
    metafile: true,
    logLevel: 'warning',
  })
  const fileNames = Object.keys(metafile.outputs).map((path) => path.split('/').at(-1))
  const find = (name, extension) => fileNames.find((file) => file.startsWith(`${name}-`) && file.endsWith(extension))
  const pages = Object.fromEntries(
    PAGES.map((name) => [name, { script: find(name, '.js'), style: find(name, '.css'), font: find(FONT, '.woff2') }]),
  )
  const found = { ...pages, [DOCS]: { style: find(DOCS, '.css') } }
  writeFileSync(join(folder, 'pages.json'), `${JSON.stringify(found, null, 2)}\n`)
  for (const file of readdirSync(folder)) {
    if (file !== 'pages.json' && !fileNames.includes(file)) rmSync(join(folder, file))
  }
  return Object.keys(metafile.inputs)
}
