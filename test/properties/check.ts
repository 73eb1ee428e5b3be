import fc from 'fast-check'
import { type Bench, openBench } from './bench.js'
import { PROPERTIES, type Property } from './properties.js'

export interface CheckOptions {
  /** The name of the edition. */
  edition: string
  runs: number
  seed: number
  /** The path of one case of a run, as a failure printed it; no other case runs. */
  path?: string
  /** Called for every case. */
  onCase?: () => void
}

/** How long fast-check may shrink a failing case, in milliseconds. */
const SHRINK_MILLISECONDS = 20_000

/** Checks a property on a new service; returns what fails and how to reproduce it, or `undefined`. */
export async function check(property: Property, options: CheckOptions): Promise<string | undefined> {
  const { edition, runs, seed, path, onCase = () => {} } = options
  // Each property has its own seed, so the properties of one run have different cases.
  const ownSeed = seed + PROPERTIES.indexOf(property)
  const parameters = { numRuns: runs, seed: ownSeed, ...(path !== undefined && { numRuns: 1, path }) }
  const result = await checkOn(property, edition, parameters, (bench) => watch(bench, onCase))
  if (!result.failed) return undefined

  const simplest = result.counterexamplePath ?? ''
  const alone = await checkOn(property, edition, { numRuns: 1, seed: ownSeed, path: simplest, endOnFailure: true })
  const command = `npm test -- fuzz --edition ${edition} --property ${property.name} --seed ${seed}`
  const fromStart = path === undefined ? `--runs ${result.numRuns}` : `--path ${path}`
  return [
    `${property.name} fails after ${result.numRuns} cases and ${result.numShrinks} shrinks.`,
    ...(alone.failed
      ? [`To reproduce it: ${command} --path ${simplest}`]
      : [
          'The simplest case does not fail alone, so the failure depends on the cases before it.',
          `To reproduce it with those cases: ${command} ${fromStart}`,
        ]),
    '',
    // The transcript of a new service is shorter, where the case fails there too.
    messageOf(alone.failed ? alone : result),
  ].join('\n')
}

async function checkOn(
  property: Property,
  edition: string,
  parameters: fc.Parameters<unknown>,
  watched = (bench: Bench) => bench,
): Promise<fc.RunDetails<unknown>> {
  const bench = await openBench(edition)
  try {
    return await fc.check(property.create(watched(bench)), parameters)
  } finally {
    await bench.close()
  }
}

/** Reports the cases, and ends shrinking in time. */
function watch(bench: Bench, onCase: () => void): Bench {
  let deadline = Number.POSITIVE_INFINITY
  return {
    ...bench,
    async tryCase(run) {
      // A case that passes is not shrunk further, so the simplest failure so far is reported.
      if (performance.now() > deadline) return
      onCase()
      await bench.tryCase(run).catch((error) => {
        deadline = Math.min(deadline, performance.now() + SHRINK_MILLISECONDS)
        throw error
      })
    },
  }
}

function messageOf({ errorInstance }: fc.RunDetails<unknown>): string {
  return (errorInstance as Error).message
}

/** Returns the seed from a variable or flag of this name, or a random one of 31 bits. */
export function seedOf(text: string | undefined, name: string): number {
  if (text === undefined) return Math.floor(Math.random() * 2 ** 31)
  if (!/^-?\d{1,10}$/.test(text))
    throw new Error(`${name} is ${JSON.stringify(text)}, which is not an integer of up to 10 digits`)
  return Number(text)
}

/** The number of cases of a property among `runs` cases in total, at least one. */
export function runsOf({ share }: Property, runs: number): number {
  return Math.max(1, Math.round(share * runs))
}
