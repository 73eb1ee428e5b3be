import type { Test } from 'tap'
import { IS_FULL } from '../../kit/length.js'
import { challenges } from './challenges.js'
import { classes } from './classes.js'
import { exposures } from './exposures.js'
import { logs } from './logs.js'
import { drills, grades } from './programs.js'
import type { Target } from './target.js'

/** What clients saw, without times, ids and hosts, by the name of a step. */
export type Transcripts = Record<string, string>

/** A part of the suite: it asserts what holds for every service, and returns what must be the same for all. */
export type Part = (t: Test, target: Target) => Promise<Transcripts>

/** The parts. `npm test` has other tests of drills and grades. Challenges are last, because one of them changes the clock. */
const PARTS: Readonly<Record<string, Part>> = {
  ...{ exposures, classes, logs },
  ...(IS_FULL && { drills, grades }),
  challenges,
}

/** Runs all parts against a service. Returns their transcripts. */
export async function runSuite(t: Test, target: Target): Promise<Record<string, Transcripts>> {
  const results: Record<string, Transcripts> = {}
  for (const [name, part] of Object.entries(PARTS)) {
    const start = performance.now()
    await t.test(name, async (t) => {
      results[name] = await part(t, target)
    })
    t.comment(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return results
}
