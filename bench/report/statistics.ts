/** The median and the quartiles of several values. */
export interface Spread {
  median: number
  lower: number
  upper: number
}

/** @throws if there are no values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), lower: quantile(sorted, 0.25), upper: quantile(sorted, 0.75) }
}

/** Interpolates between the two nearest values. */
function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (below === undefined || above === undefined) throw new Error('There are no values')
  return below + (above - below) * (position - Math.floor(position))
}
