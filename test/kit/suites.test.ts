import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../..')
const { SUITES, RELEASE } = await import(join(ROOT, 'scripts/tests/suites.mjs'))

t.test('every test that `npm test` leaves out is in one suite of a release', async (t) => {
  // `test/clients` has its own packages, and no tests of a suite.
  const folders = readdirSync(join(ROOT, 'test')).filter((name) => name !== 'clients')
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, 'test', folder), { recursive: true }).map((name) => `test/${folder}/${name}`),
  )
  const suites = new Set<string>(RELEASE.map(({ suite }: { suite: string }) => suite))
  for (const file of files.filter((name) => /\.(release|library|package|browser)\.ts$/.test(name))) {
    t.equal([...suites].filter((suite) => SUITES[suite].tests?.test(file)).length, 1, file)
  }
})
