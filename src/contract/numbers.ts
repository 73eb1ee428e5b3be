/** How texts show numbers. */

/**
 * Returns a number with its noun, for example `1 board` or `1,200 boards`.
 *
 * @param plural the noun for other numbers than one, unless it ends with an additional `s`
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}

/**
 * Returns a share as a percentage, for example `12.5%`.
 *
 * @param share between 0 and 1
 * @param decimals the most decimal places
 */
export function percentOf(share: number, decimals = 0): string {
  return `${Number((share * 100).toFixed(decimals))}%`
}
