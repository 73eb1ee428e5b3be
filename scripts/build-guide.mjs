/** Renders the documentation for users to HTML pages, which the service serves below `/guide/`. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { replaceFile } from './build-changed.mjs'

const ROOT = new URL('..', import.meta.url)

/**
 * The pages that are not served: exercises decide who sees the hints and solutions of challenges, and the others are about
 * the source code and its measurements.
 */
const NOT_SERVED = [
  'challenges',
  'challenges-solutions',
  'architecture',
  'development',
  'performance',
  'rejected-designs',
]

/** The README is the first page. It leads to a page for each kind of reader, and these lead to the others. */
const PAGES = {
  'README.md': 'index',
  ...Object.fromEntries(
    readdirSync(new URL('docs', ROOT))
      .filter((file) => file.endsWith('.md'))
      .map((file) => [`docs/${file}`, file.slice(0, -'.md'.length)])
      .filter(([, name]) => !NOT_SERVED.includes(name)),
  ),
}

/** Pictures after a paragraph, and the colon before them. They show pages of the service, and are larger than all texts together. */
const PICTURES = /(:?)(?:\n\n!\[[^\]]*\]\((?:docs\/)?images\/[^)]*\))+/g

/** The address of the service in the documentation. */
const LOCAL = /^http:\/\/127\.0\.0\.1:3000(?=\/|$)/

/**
 * Writes a page for each Markdown file, and deletes all other files.
 *
 * @param folder the folder of the pages
 * @param assets the paths of their style sheet and of their typeface
 */
export function buildGuide(folder, assets) {
  for (const [file, name] of Object.entries(PAGES)) replaceFile(join(folder, `${name}.html`), renderPage(file, assets))
  const written = new Set(Object.values(PAGES).map((name) => `${name}.html`))
  for (const file of readdirSync(folder)) if (!written.has(file)) rmSync(join(folder, file))
}

function renderPage(file, { style, font }) {
  const markdown = readFileSync(new URL(file, ROOT), 'utf8')
  const [, title] = /^# (.+)$/m.exec(markdown)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${file === 'README.md' ? '' : `${title} – `}Task Board Service</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${style}">
</head>
<body>
<header class="top">
<a class="brand" href="/"><img src="/icon.svg" alt="" width="40" height="40">Task Board Service</a>
<a href="/guide/index">Guide</a>
<a href="/docs">API docs</a>
</header>
<main>
${toHtml(markdown, file)}</main>
</body>
</html>
`
}

function toHtml(markdown, file) {
  const renderer = {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const target = resolve(href, file)
      return target === undefined
        ? text
        : `<a href="${target.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${text}</a>`
    },
  }
  return new Marked(gfmHeadingId(), { renderer })
    .parse(markdown.replace(PICTURES, (_, colon) => (colon === '' ? '' : '.')))
    .replaceAll('<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** Returns the target of a link in a file, or `undefined` if the service does not serve it. */
function resolve(href, file) {
  if (LOCAL.test(href)) return href.replace(LOCAL, '') || '/'
  if (/^(#|\w+:)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///${file}`)
  const name = PAGES[fileURLToPath(`file://${pathname}`).slice(1)]
  return name && `/guide/${name}${hash}`
}
