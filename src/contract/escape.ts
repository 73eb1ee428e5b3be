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

/** Formats a text in which code is between backticks. `ofCode` gets code with its backticks. */
export function formatProse(text: string, ofText: (text: string) => string, ofCode: (code: string) => string): string {
  const parts = text.split(/(`[^`\n]+`)/)
  return parts.map((part, index) => (index % 2 === 0 ? ofText(part) : ofCode(part))).join('')
}
