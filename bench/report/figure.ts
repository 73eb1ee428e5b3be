/** In bytes. */
export const MEGABYTE = 1e6

/** A figure with three digits, or a whole number. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
