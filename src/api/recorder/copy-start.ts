/**
 * Returns the first characters of a text, without half of the last one. The result is a copy: a slice would keep the full
 * text in memory.
 */
export function copyStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length).replace(/[\ud800-\udbff]$/, '')).toString()
}
