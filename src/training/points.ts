/** What a wrong claim costs. Without a cost, guesses would win. */
const WRONG_COST = 0.5

/**
 * Returns the points of a learner: one for each solved challenge and each found fault, or less after counted hints. Wrong
 * claims cost points, but points are never negative.
 *
 * @param quality the quality of the claims. Hidden values count nothing.
 * @param solved the number of solved challenges
 */
export function pointsOf({ credit, wrong }: { credit: number | null; wrong: number | null }, solved: number): number {
  return Math.max(0, solved + (credit ?? 0) - (wrong ?? 0) * WRONG_COST)
}
