/** The number of bytes in a megabyte. */
export const MEGABYTE = 1e6

/** Formats a number with three significant digits; from 100 on as a whole number. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
