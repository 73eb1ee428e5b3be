import { randomInt } from 'node:crypto'
import type { CatalogueEntry } from './types.js'

/** A board of a grade: a defect of the catalogue, or one of the two below. */
export type GradedBoard = Pick<CatalogueEntry, 'name'>

/** The boards of the runs before the first defect. */
export const CORRECT_BOARD: GradedBoard = { name: 'correct-board' }

/** The correct boards of the runs that are hidden among the runs with a defect. */
export const CONTROL_RUN: GradedBoard = { name: 'control-run' }

/** Returns a random integer from 0 to below a limit. */
export type Random = (limit: number) => number

/**
 * Returns how many control runs there are: one for ten runs with a defect, but at least 10. With fewer than 10 runs with a
 * defect, there are as many as these, but at least 4. A suite that fails in every second run, by chance, passes 10 control
 * runs in one of 1,024 grades.
 */
export function controlCount(runs: number): number {
  return Math.max(4, Math.min(runs, 10), Math.ceil(runs / 10))
}

/**
 * Adds control runs to runs with a defect, and puts all of them in a random order. So a suite cannot know which runs have a
 * defect. The Fisher-Yates shuffle gives every order the same chance.
 *
 * @param runs the runs with a defect
 * @param control creates a control run from its number, from 0
 * @param random is not predictable by default. Tests replace it.
 */
export function withControlRuns<Run>(
  runs: readonly Run[],
  control: (index: number) => Run,
  random: Random = (limit) => randomInt(limit),
): Run[] {
  const queue = [...runs, ...Array.from({ length: controlCount(runs.length) }, (_, index) => control(index))]
  for (let last = queue.length - 1; last > 0; last--) {
    const other = random(last + 1)
    ;[queue[last], queue[other]] = [queue[other] as Run, queue[last] as Run]
  }
  return queue
}
