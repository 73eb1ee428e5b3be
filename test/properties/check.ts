import fc from 'fast-check'
import type { Bench } from './bench.js'
import { PROPERTIES, type Property } from './properties.js'

export interface CheckOptions {
  runs: number
  seed: number
  /** Leads to one case of a run, as a failure has printed it. */
  path?: string
  /** Is told of every case. */
  onCase?: () => void
}

/** How long a failing case is made simpler, in milliseconds. */
const SIMPLIFYING = 20_000

/** Tries a property; what it answers says what is wrong, and how to see it again. */
export async function check(
  bench: Bench,
  property: Property,
  options: CheckOptions,
): Promise<string | undefined> {
  const { runs, seed, path = '', onCase = () => {} } = options
  let deadline = Number.POSITIVE_INFINITY
  const watched: Bench = {
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
  // So that the properties of one run do not try the same cases.
  const ownSeed = seed + PROPERTIES.indexOf(property)
  const result = await fc.check(property.create(watched), { numRuns: runs, seed: ownSeed, path })
  if (!result.failed) return undefined
  const { message } = result.errorInstance as Error
  return [
    `${property.name} fails, after ${result.numRuns} cases and ${result.numShrinks} simplifications.`,
    `To see it again: npm run fuzz -- --runs 1 --property ${property.name} --seed ${seed} --path ${result.counterexamplePath}`,
    '',
    message,
  ].join('\n')
}

/** A seed of 31 bits, as fast-check takes it. */
export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

/** How many of all cases a property gets; at least one. */
export function runsOf({ share }: Property, runs: number): number {
  return Math.max(1, Math.round(share * runs))
}
