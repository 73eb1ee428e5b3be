/** Returns the first characters of a text. The result is a copy: a slice would keep the full text in memory. */
export function copyStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString()
}
