import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { VERSION } from '../../src/version.js'

/** Runs the script that prints the notes of a release. */
function printNotes(tag: string) {
  const script = join(import.meta.dirname, '../../scripts/release-notes.mjs')
  return spawnSync(process.execPath, [script, tag], { encoding: 'utf8', env: {} })
}

t.test('release notes: prints the section of the changelog for the version in package.json', async (t) => {
  const { status, stdout } = printNotes(`v${VERSION}`)
  t.equal(status, 0)
  t.match(stdout, /^### /)
  t.notMatch(stdout, /^## /m)
})

t.test('release notes: refuses a tag of another version', async (t) => {
  t.match(printNotes('v0.0.1'), { status: 1, stdout: '', stderr: `The tag must be v${VERSION}` })
})
