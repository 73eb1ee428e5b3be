/** Tries the properties with as many cases as one likes: `npm run fuzz -- --runs 20000`. */
import { parseArgs } from 'node:util'
import { check, runsOf, seedOf } from './check.js'
import { PROPERTIES } from './properties.js'

const USAGE = `npm run fuzz -- [--runs N] [--property NAME] [--seed S] [--path P]
  --runs N         cases in all, 2000 unless given
  --property NAME  one of ${PROPERTIES.map(({ name }) => name).join(', ')}; all unless given
  --seed S         the seed of a run that is to be seen again
  --path P         the one case of that run, which must fail; needs --property`

const NOT_SEEN_AGAIN =
  'It is mended, or the generators, the document or the seed are not those of the run that printed it.'

const PROGRESS_MILLISECONDS = 5000

function readOptions() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      property: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
    },
  })
  const { property, path } = values
  const runs = Number(values.runs)
  const seed = seedOf(values.seed, '--seed')
  const chosen = PROPERTIES.filter(({ name }) => property === undefined || name === property)
  const isOne = property !== undefined
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is no number of cases`)
  if (chosen.length === 0) throw new Error(`There is no property ${property}`)
  if (path !== undefined && !isOne) throw new Error('--path belongs to a property: add --property')
  return { runs, seed, path, chosen, isOne }
}

async function fuzz(options: ReturnType<typeof readOptions>): Promise<boolean> {
  const { runs, seed, path, chosen, isOne } = options
  let isGood = true
  console.log(`seed ${seed}`)
  for (const property of chosen) {
    const wanted = path !== undefined ? 1 : isOne ? runs : runsOf(property, runs)
    const start = performance.now()
    let cases = 0
    const report = () => {
      const rate = (cases / (performance.now() - start)) * 1000
      console.log(`${property.name}: ${cases} of ${wanted} cases, ${rate.toFixed(0)} a second`)
    }
    const timer = setInterval(report, PROGRESS_MILLISECONDS)
    const failure = await check(property, {
      runs: wanted,
      seed,
      ...(path !== undefined && { path }),
      onCase: () => cases++,
    }).finally(() => clearInterval(timer))
    report()
    if (failure !== undefined) console.log(`\n${failure}\n`)
    if (path !== undefined && failure === undefined) {
      console.log(`\nNOT SEEN AGAIN: the case ${path} of ${property.name} does not fail. ${NOT_SEEN_AGAIN}\n`)
    }
    isGood &&= failure === undefined && path === undefined
  }
  return isGood
}

try {
  process.exitCode = (await fuzz(readOptions())) ? 0 : 1
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
