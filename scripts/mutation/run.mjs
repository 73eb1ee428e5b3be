/** Runs StrykerJS on all areas, or those that are named: `npm test -- mutation challenges`. Fails if a score is too low. */
import { spawnSync } from 'node:child_process'
import { AREAS } from './stryker.config.mjs'

const named = process.argv.slice(2)
const failed = (named.length === 0 ? Object.keys(AREAS) : named).filter((area) => {
  console.log(`\n== ${area}`)
  const { status } = spawnSync('tools/node_modules/.bin/stryker', ['run', 'scripts/mutation/stryker.config.mjs'], {
    stdio: 'inherit',
    env: { ...process.env, AREA: area },
  })
  return status !== 0
})
if (failed.length > 0) {
  console.error(`\nThe mutation score is too low, or there is none: ${failed.join(', ')}`)
  process.exitCode = 1
}
