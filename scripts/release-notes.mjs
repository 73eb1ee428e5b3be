/**
 * Prints the section of `CHANGELOG.md` for a version: `node scripts/release-notes.mjs v1.0.0`. Fails unless the tag is
 * the version in `package.json` and the section has a date.
 */
import { readFileSync } from 'node:fs'

const [tag = ''] = process.argv.slice(2)
const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const { version } = JSON.parse(read('package.json'))
const section = read('CHANGELOG.md')
  .split(/^## /m)
  .find((text) => text.startsWith(`[${version}] – `))

if (tag !== `v${version}`) fail(`The tag must be v${version}, the version in package.json`)
else if (section === undefined) fail(`CHANGELOG.md must have a section '## [${version}] – <date>'`)
else console.log(section.slice(section.indexOf('\n')).trim())

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
