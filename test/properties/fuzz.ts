/** Checks the properties with any number of cases: `npm test -- fuzz --runs 20000`. */
import { parseArgs } from 'node:util'
import { EDITIONS } from '../../src/api/editions/index.js'
import { editionOf } from './bench.js'
import { check, runsOf, seedOf } from './check.js'
import { PROPERTIES } from './properties.js'

const USAGE = `npm test -- fuzz [--runs N] [--edition NAME] [--property NAME] [--seed S] [--path P]
  --runs N         number of cases in total, default 2000
  --edition NAME   one of ${EDITIONS.map(({ name }) => name).join(', ')}; default ${EDITIONS[0].name}
  --property NAME  one of ${PROPERTIES.map(({ name }) => name).join(', ')}; default all
  --seed S         the seed of a run to reproduce
  --path P         the case of that run to reproduce, which must fail; requires --property`

const NOT_REPRODUCED =
  'Either it is fixed, or the generators, the document or the seed differ from those of the run that printed it.'

const PROGRESS_MILLISECONDS = 5000

function readOptions() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      edition: { type: 'string', default: EDITIONS[0].name },
      property: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
    },
  })
  const { edition, property, path } = values
  editionOf(edition)
  const runs = Number(values.runs)
  const seed = seedOf(values.seed, '--seed')
  const chosen = PROPERTIES.filter(({ name }) => property === undefined || name === property)
  const isSingle = property !== undefined
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of cases`)
  if (chosen.length === 0) throw new Error(`Unknown property: ${property}`)
  if (path !== undefined && !isSingle) throw new Error('--path requires --property')
  return { edition, runs, seed, path, chosen, isSingle }
}

async function fuzz(options: ReturnType<typeof readOptions>): Promise<boolean> {
  const { edition, runs, seed, path, chosen, isSingle } = options
  let allHold = true
  console.log(`edition ${edition}, seed ${seed}`)
  for (const property of chosen) {
    const total = path !== undefined ? 1 : isSingle ? runs : runsOf(property, runs)
    const start = performance.now()
    let cases = 0
    const report = () => {
      const rate = (cases / (performance.now() - start)) * 1000
      console.log(`${property.name}: ${cases} of ${total} cases, ${rate.toFixed(0)} per second`)
    }
    const timer = setInterval(report, PROGRESS_MILLISECONDS)
    const failure = await check(property, {
      edition,
      runs: total,
      seed,
      ...(path !== undefined && { path }),
      onCase: () => cases++,
    }).finally(() => clearInterval(timer))
    report()
    if (failure !== undefined) console.log(`\n${failure}\n`)
    if (path !== undefined && failure === undefined) {
      console.log(`\nNOT REPRODUCED: the case ${path} of ${property.name} does not fail. ${NOT_REPRODUCED}\n`)
    }
    allHold &&= failure === undefined && path === undefined
  }
  return allHold
}

try {
  process.exitCode = (await fuzz(readOptions())) ? 0 : 1
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
