/** The folders of src/, for docs/architecture.md: what each is for, and a picture of which house imports from which. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { escapeXml } from '../src/contract/escape.js'

const SRC = join(import.meta.dirname, '../src')

/** The comment at the top of the main file of a folder. */
const COMMENT = /^\/\*\*\s+(?:\* )?(.*?)\s+(?:\*\s+)*@module\s/s

/** A folder of src/, as a path without `src/`, its files without tests, and the sentence that says what it is for. */
export interface Folder {
  path: string
  files: string[]
  sentence: string
}

/** Returns all folders of src/ in the order of the houses. */
export function readFolders(): Folder[] {
  return readHouses().flatMap(readFolder)
}

/**
 * Returns a folder and those in it. Its main file is the one whose comment has `@module`, or the file beside the folder
 * with its name.
 *
 * @throws if there is not one main file
 */
function readFolder(path: string): Folder[] {
  const entries = readdirSync(join(SRC, path), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts')).map(({ name }) => name)
  const own = files.filter((name) => !folders.includes(basename(name, '.ts'))).map((name) => join(path, name))
  const found = [...own, `${path}.ts`].flatMap((file) => readSentence(file) ?? [])
  const [sentence] = found
  if (sentence === undefined || found.length > 1) throw new Error(`src/${path} has ${found.length} files with @module`)
  return [{ path, files, sentence }, ...folders.flatMap((name) => readFolder(`${path}/${name}`))]
}

function readSentence(file: string): string | undefined {
  try {
    return COMMENT.exec(readFileSync(join(SRC, file), 'utf8'))?.[1]?.replace(/\s+\* /g, ' ')
  } catch {
    return undefined
  }
}

/** Returns the houses in their order, which the rules of imports state. */
function readHouses(): string[] {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { to } = forbidden.find(({ name }: { name: string }) => name === 'every-file-has-a-house')
  return to.pathNot.map((path: string) => /\w+(?=\/[|/]|\/$)/.exec(path)?.[0])
}

/** Writes the list of all folders. */
export function writeFolders(): string {
  return readFolders()
    .map(({ path, sentence }) => `${'  '.repeat(path.split('/').length - 1)}- \`${path}/\`: ${sentence}`)
    .join('\n')
}

const [WIDTH, GAP, LINE] = [142, 18, 18]

/** Draws the houses with the folders directly in them, and the direction of the imports. */
export function drawHouses(): string {
  const folders = readFolders().map(({ path }) => path.split('/'))
  const houses = readHouses().map((house) => ({
    house,
    rooms: folders.flatMap(([first, room, ...others]) => (first === house && others.length === 0 ? (room ?? []) : [])),
  }))
  const height = 56 + LINE * Math.max(...houses.map(({ rooms }) => rooms.length))
  const width = houses.length * (WIDTH + GAP) - GAP
  const boxes = houses.map(({ house, rooms }, index) => {
    const x = index * (WIDTH + GAP)
    const lines = rooms.map((room, line) => `<text x="${x + 12}" y="${52 + line * LINE}">${escapeXml(room)}</text>`)
    const arrow = index === 0 ? '' : `<path d="M${x - 2} 21h${4 - GAP}m5 -4l-5 4l5 4"/>`
    return `<rect x="${x}" y="1" width="${WIDTH}" height="${height - 2}" rx="6"/>${arrow}<text x="${x + 12}" y="26" class="house">${house}</text>${lines.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 ${width + 2} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>The houses of src/ and their folders. Each house imports only from those to its left.</title>
<style>rect{fill:#f6f8fa;stroke:#8c959f}path{fill:none;stroke:#57606a;stroke-width:1.5}text{fill:#24292f}.house{font-weight:600;font-size:15px}@media(prefers-color-scheme:dark){rect{fill:#161b22}text{fill:#e6edf3}path{stroke:#8c959f}}</style>
${boxes.join('\n')}
</svg>
`
}
