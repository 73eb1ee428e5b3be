/** Tries the properties with as many cases as one likes: `npm run fuzz -- --runs 20000`. */
import { parseArgs } from 'node:util'
import { openBench } from './bench.js'
import { check, randomSeed, runsOf } from './check.js'
import { DOCUMENTED, PROPERTIES } from './properties.js'

const USAGE = `npm run fuzz -- [--runs N] [--property NAME] [--seed S] [--path P]
  --runs N         cases in all, 2000 unless given
  --property NAME  one of ${PROPERTIES.map(({ name }) => name).join(', ')}; all unless given
  --seed S         the seed of a run that is to be seen again
  --path P         the one case of that run; needs --property`

const PROGRESS_MILLISECONDS = 5000

function readOptions() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      property: { type: 'string' },
      seed: { type: 'string', default: String(randomSeed()) },
      path: { type: 'string' },
    },
  })
  const { property, path } = values
  const [runs, seed] = [Number(values.runs), Number(values.seed)]
  const chosen = PROPERTIES.filter(({ name }) => property === undefined || name === property)
  const isOne = property !== undefined
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is no number of cases`)
  if (!Number.isInteger(seed)) throw new Error(`--seed ${values.seed} is no integer`)
  if (chosen.length === 0) throw new Error(`There is no property ${property}`)
  if (path !== undefined && !isOne) throw new Error('--path belongs to a property: add --property')
  return { runs, seed, chosen, isOne, ...(path !== undefined && { path }) }
}

async function fuzz({
  runs,
  seed,
  chosen,
  isOne,
  ...path
}: ReturnType<typeof readOptions>): Promise<boolean> {
  const bench = await openBench(DOCUMENTED)
  let isGood = true
  console.log(`seed ${seed}`)
  for (const property of chosen) {
    const wanted = isOne ? runs : runsOf(property, runs)
    const start = performance.now()
    let cases = 0
    const report = () => {
      const rate = (cases / (performance.now() - start)) * 1000
      console.log(`${property.name}: ${cases} of ${wanted} cases, ${rate.toFixed(0)} a second`)
    }
    const timer = setInterval(report, PROGRESS_MILLISECONDS)
    const failure = await check(bench, property, {
      runs: wanted,
      seed,
      ...path,
      onCase: () => cases++,
    }).finally(() => clearInterval(timer))
    report()
    if (failure !== undefined) console.log(`\n${failure}\n`)
    isGood &&= failure === undefined
  }
  await bench.close()
  return isGood
}

try {
  process.exitCode = (await fuzz(readOptions())) ? 0 : 1
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
