const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for XML and HTML. Characters that XML does not allow are replaced. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\uFFFE|\uFFFF/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}

/** Escapes a text for a line or a cell of a table in Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}
