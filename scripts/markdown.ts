/** Replaces what is between two markers of a page. */
export function replaceBetween(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The page has no lines ${begin} and ${end}`)
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`
}

/** Writes a table. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
