/** Bundles the tests of an area with its mutants, and records what challenges observe. StrykerJS runs it in its sandbox. */
import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'
import { OPTIONS } from '../compile.mjs'
import { AREAS } from './stryker.config.mjs'

const { AREA } = process.env
const COMMON = { ...OPTIONS, outdir: 'build/mutation', bundle: true, packages: 'external' }

if (AREA === 'challenges') {
  await build({ ...COMMON, entryPoints: ['scripts/mutation/record-challenges.ts'] })
  const env = { ...process.env, TAP_TIMEOUT: '0' }
  execFileSync(process.execPath, ['build/mutation/scripts/mutation/record-challenges.js'], { env, stdio: 'inherit' })
}

const path = new URL('tap-in-mocha.mjs', import.meta.url).href
const tapInMocha = {
  name: 'tap-in-mocha',
  setup: ({ onResolve }) => onResolve({ filter: /^tap$/ }, () => ({ path, external: true })),
}
await build({ ...COMMON, entryPoints: AREAS[AREA].tests, splitting: true, plugins: [...OPTIONS.plugins, tapInMocha] })
