/**
 * Returns the exact confidence interval of a share (Clopper and Pearson, 1934).
 *
 * @param count the number of successes
 * @param trials the number of trials
 * @param confidence the confidence of the interval, such as 0.999
 */
export function exactInterval(count: number, trials: number, confidence: number): [lower: number, upper: number] {
  const tail = (1 - confidence) / 2
  // At the lower bound, `count` or more successes have the probability `tail`; at the upper bound, `count` or fewer.
  const lower = count === 0 ? 0 : solve((share) => 1 - atMost(count - 1, trials, share) - tail)
  const upper = count === trials ? 1 : solve((share) => tail - atMost(count, trials, share))
  return [lower, upper]
}

/** Finds the zero of an increasing function between 0 and 1. */
function solve(increasing: (share: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (increasing(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The probability of at most `count` successes. Terms are multiplied as logarithms, because they are very small. */
function atMost(count: number, trials: number, share: number): number {
  const [success, failure] = [Math.log(share), Math.log1p(-share)]
  let logChoose = 0
  let sum = 0
  for (let successes = 0; successes <= count; successes++) {
    sum += Math.exp(logChoose + successes * success + (trials - successes) * failure)
    logChoose += Math.log(trials - successes) - Math.log(successes + 1)
  }
  return Math.min(sum, 1)
}
