/** What several rounds gave: the median, and the quartiles, between which the middle half of the rounds lies. */
export interface Spread {
  median: number
  lower: number
  upper: number
}

/** @throws where there are no values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), lower: quantile(sorted, 0.25), upper: quantile(sorted, 0.75) }
}

/** Between two values, where the place is between two. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) throw new Error('There are no values')
  return below + (above - below) * (place - Math.floor(place))
}
