import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CLIENTS, LANGUAGES, versionIn } from '../../scripts/drill/clients.js'

const FOLDER = join(import.meta.dirname, '../../examples/drill')

/** The largest number of lines of a program. */
const LINES_MAX = 40

/** The sources in the folder of a language, without what its tools install and build. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(mjs|py|java|go|sh)$/.test(path) && !/(^|\/)(node_modules|\.venv|target)\//.test(path))
    .sort()
}

for (const { name, folder, manifest } of LANGUAGES) {
  const clients = CLIENTS.filter(({ language }) => language === name)

  t.test(`examples/drill/${folder} has a program of at most ${LINES_MAX} lines for each client`, async (t) => {
    const sources = sourcesIn(folder)
    const programs = sources.filter((path) => !/(^|\/)task\.\w+$/i.test(path))
    t.strictSame(programs, clients.map(({ program }) => program).sort())
    for (const path of sources) {
      const lines = readFileSync(join(FOLDER, folder, path), 'utf8')
        .trimEnd()
        .split('\n')
      t.ok(lines.length <= LINES_MAX, `${path} has ${lines.length} lines`)
    }
  })

  t.test(`examples/drill/${folder} pins the version of each client`, async (t) => {
    for (const { package: name } of clients) {
      if (name === undefined || manifest === undefined) continue
      t.match(versionIn(readFileSync(join(FOLDER, folder, manifest), 'utf8'), name), /^\d+(\.\d+)+$/, name)
    }
    t.throws(() => versionIn('', 'unknown'), { message: 'The manifest does not have unknown' })
  })
}
