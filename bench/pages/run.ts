/**
 * Measures the pages in Chromium with a processor that is four times slower, and what open pages cost the API:
 * `npm run bench -- pages`. `npm run bench -- pages --neighbours` measures only the latter.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { start } from '../contestants/process.js'
import { measureNeighbours } from './neighbours.js'
import { measureRendering } from './rendering.js'

const { values: options } = parseArgs({ options: { neighbours: { type: 'boolean' } } })

const folder = mkdtempSync(join(tmpdir(), 'task-board-pages-'))
const launch = {
  args: () => ['dist/cli.js'],
  env: {
    DATABASE_URL: `sqlite:${join(folder, 'board.db')}`,
    LOG_LEVEL: 'silent',
  },
  path: '/livez',
}

function print(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = [heading, heading.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
  console.log(`${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}

try {
  const running = await start(launch, false)
  try {
    if (!options.neighbours) {
      for (const { heading, rows } of await measureRendering(running.origin)) print(heading, rows)
    }
    const { heading, rows } = await measureNeighbours(running.origin)
    print(heading, rows)
  } finally {
    await running.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
