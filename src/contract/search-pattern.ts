/** Escapes a text for a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Returns the pattern that finds a text in any case, as searches do: with simple case folding (decision 16). */
export function searchPattern(text: string): RegExp {
  return new RegExp(escapePattern(text), 'iu')
}
