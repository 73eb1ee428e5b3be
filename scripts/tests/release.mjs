/** Runs all suites of a release, or the one that is named, and lists those that failed at the end: `npm run test:release`. */
import { spawnSync } from 'node:child_process'
import { RELEASE } from './suites.mjs'

const [name, ...args] = process.argv.slice(2)
const chosen = RELEASE.filter(({ suite }) => name === undefined || suite === name)
if (chosen.length === 0) {
  const names = [...new Set(RELEASE.map(({ suite }) => suite))]
  throw new Error(`The release has no suite ${name}. It has ${names.join(', ')}.`)
}

const failures = []
for (const { suite, args: own, env } of chosen) {
  const title = [...Object.entries(env).map((pair) => pair.join('=')), 'npm test --', suite, ...own, ...args].join(' ')
  console.log(`\n== ${title}`)
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', suite, ...own, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) failures.push(title)
}
console.log(failures.length === 0 ? `\nAll ${chosen.length} runs passed.` : `\nThese failed:\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1
