/** What stands between the markers of a generated part, or the comment at the top of a generated page and all that follows. */
const GENERATED = /^<!-- .*this page\. -->.*|<!-- generated ([\w -]+) -->.*?<!-- end of generated \1 -->/gs

/**
 * Replaces a generated part of a page: what is between `<!-- generated <name> -->` and `<!-- end of generated <name> -->`.
 *
 * @throws if the page does not have these markers
 */
export function replaceGenerated(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- generated ${name} -->`, `<!-- end of generated ${name} -->`]
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The page has no lines ${begin} and ${end}`)
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`
}

/** Writes a table. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Counts the words of a page that people write: without generated parts and blocks of code. */
export function countWritten(page: string): number {
  return countWords(page.replace(GENERATED, '').replace(/^ *```.*?^ *```/gms, ''))
}

/** Counts the words of a text: what is between white space and has a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
