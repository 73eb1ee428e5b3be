/**
 * Returns the first characters of a long text, without half of the last one. The result is a copy: a slice would keep the
 * full text in memory.
 */
export function startOf(text: string, max: number): string {
  if (text.length <= max) return text
  return Buffer.from(text.slice(0, max).replace(/[\ud800-\udbff]$/, '')).toString()
}
