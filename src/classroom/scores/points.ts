/** What a wrong claim costs. Without a cost, guesses would win. */
const WRONG_COST = 0.5

type Claims = { credit: number | null; wrong: number | null }

/**
 * Returns the points of a learner: one for each solved challenge, fault and defect found, or less after counted hints.
 * Wrong claims cost points, but points are never negative.
 *
 * @param qualities the quality of the claims of faults, and that of the claims of defects. Hidden values count nothing.
 * @param solved the number of solved challenges
 */
export function pointsOf(qualities: readonly Claims[], solved: number): number {
  const add = (total: number, { credit, wrong }: Claims) => total + (credit ?? 0) - (wrong ?? 0) * WRONG_COST
  return Math.max(0, qualities.reduce(add, solved))
}
