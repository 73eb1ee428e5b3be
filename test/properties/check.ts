import fc from 'fast-check'
import { type Bench, openBench } from './bench.js'
import { DOCUMENTED, PROPERTIES, type Property } from './properties.js'

export interface CheckOptions {
  runs: number
  seed: number
  /** Leads to one case of a run, as a failure has printed it; no other is tried. */
  path?: string
  /** Is told of every case. */
  onCase?: () => void
}

/** How long a failing case is made simpler, in milliseconds. */
const SIMPLIFYING = 20_000

/** Tries a property on a service of its own; what it answers says what is wrong, and how to see it again. */
export async function check(property: Property, options: CheckOptions): Promise<string | undefined> {
  const { runs, seed, path, onCase = () => {} } = options
  // So that the properties of one run do not try the same cases.
  const ownSeed = seed + PROPERTIES.indexOf(property)
  const parameters = { numRuns: runs, seed: ownSeed, ...(path !== undefined && { numRuns: 1, path }) }
  const result = await tryOn(property, parameters, (bench) => watch(bench, onCase))
  if (!result.failed) return undefined

  const simplest = result.counterexamplePath ?? ''
  const alone = await tryOn(property, { numRuns: 1, seed: ownSeed, path: simplest, endOnFailure: true })
  const command = `npm run fuzz -- --property ${property.name} --seed ${seed}`
  const fromStart = path === undefined ? `--runs ${result.numRuns}` : `--path ${path}`
  return [
    `${property.name} fails, after ${result.numRuns} cases and ${result.numShrinks} simplifications.`,
    ...(alone.failed
      ? [`To see it again: ${command} --path ${simplest}`]
      : [
          'The simplest case does not fail alone: the failure depends on the cases before it.',
          `To see it again, from the start: ${command} ${fromStart}`,
        ]),
    '',
    // Told by a service that has seen nothing else, where it fails there.
    messageOf(alone.failed ? alone : result),
  ].join('\n')
}

async function tryOn(
  property: Property,
  parameters: fc.Parameters<unknown>,
  watched = (bench: Bench) => bench,
): Promise<fc.RunDetails<unknown>> {
  const bench = await openBench(DOCUMENTED)
  try {
    return await fc.check(property.create(watched(bench)), parameters)
  } finally {
    await bench.close()
  }
}

/** Counts the cases, and ends their simplification in time. */
function watch(bench: Bench, onCase: () => void): Bench {
  let deadline = Number.POSITIVE_INFINITY
  return {
    ...bench,
    async tryCase(run) {
      // What passes is not made simpler, so the simplest failure so far is the one that is told.
      if (performance.now() > deadline) return
      onCase()
      await bench.tryCase(run).catch((error) => {
        deadline = Math.min(deadline, performance.now() + SIMPLIFYING)
        throw error
      })
    },
  }
}

function messageOf({ errorInstance }: fc.RunDetails<unknown>): string {
  return (errorInstance as Error).message
}

/** A seed as it is given, under a name; a random one of 31 bits, as fast-check takes it, where none is. */
export function seedOf(text: string | undefined, name: string): number {
  if (text === undefined) return Math.floor(Math.random() * 2 ** 31)
  if (!/^-?\d{1,10}$/.test(text))
    throw new Error(`${name} is ${JSON.stringify(text)}, which is no integer of up to 10 digits`)
  return Number(text)
}

/** How many of all cases a property gets; at least one. */
export function runsOf({ share }: Property, runs: number): number {
  return Math.max(1, Math.round(share * runs))
}
