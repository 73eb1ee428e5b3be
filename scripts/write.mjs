/**
 * Writes files that are generated from the code: all that take a few seconds, or those that are named, with the arguments of
 * the program after `--`: `npm run write -- openapi reference`.
 */
import { spawnSync } from 'node:child_process'
import { compile, ROOT } from './compile.mjs'
import { install } from './install.mjs'

const inTools = (script) => ({ installs: ['tools'], command: `npm run --silent --prefix tools ${script}` })

/** Those with `isSlow` run only if they are named. */
const WRITERS = {
  openapi: { command: 'tsx scripts/write-openapi.ts' },
  editions: inTools('write:editions'),
  collections: inTools('write:collections'),
  reference: { command: 'tsx scripts/write-reference.ts' },
  challenges: { command: 'tsx scripts/write-challenges.ts' },
  benchmark: { command: 'tsx scripts/write-benchmark.ts' },
  exposures: {
    isSlow: true,
    command: 'node scripts/test.mjs exposures && biome check --write src/rules/exposures/also-finds.ts',
    env: { WRITE_EXPOSURES: '1' },
  },
  screenshots: { isSlow: true, isCompiled: true, command: 'tsx scripts/write-screenshots.ts' },
  'drill-clients': { isSlow: true, command: 'node scripts/test.mjs drill-clients --write' },
}

const args = process.argv.slice(2)
const names = args.filter((arg) => Object.hasOwn(WRITERS, arg))
const others = args.filter((arg) => !Object.hasOwn(WRITERS, arg))
if (args.length > 0 && names.length === 0) {
  throw new Error(`Nothing writes ${args.join(' ')}. These can be written: ${Object.keys(WRITERS).join(', ')}`)
}
const chosen = names.length > 0 ? names : Object.keys(WRITERS).filter((name) => !WRITERS[name].isSlow)
for (const name of chosen) {
  const { installs = [], isCompiled, command, env } = WRITERS[name]
  for (const folder of installs) install(folder)
  if (isCompiled) await compile()
  const { status } = spawnSync('sh', ['-c', `${command} "$@"`, 'sh', ...others], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${name} could not be written`)
}
