/**
 * The exact bounds of a count of successes: a count below the lower or above the upper one has at most the
 * probability `alpha` in all, half of it on either side.
 *
 * @param n the number of trials
 * @param p the probability of success
 */
export function binomialBounds(n: number, p: number, alpha: number): [low: number, high: number] {
  const probabilities = [n * Math.log1p(-p)]
  for (let k = 1; k <= n; k++) {
    const previous = probabilities[k - 1] ?? Number.NaN
    probabilities.push(previous + Math.log((n - k + 1) / k) + Math.log(p / (1 - p)))
  }
  const low = firstBeyond(probabilities, alpha / 2)
  const high = n - firstBeyond(probabilities.reverse(), alpha / 2)
  return [low, high]
}

/** The first index at which the sum of probabilities, given as logarithms, is greater than `tail`. */
function firstBeyond(logarithms: number[], tail: number): number {
  let sum = 0
  return logarithms.findIndex((logarithm) => {
    sum += Math.exp(logarithm)
    return sum > tail
  })
}
