/**
 * Replaces the text between the markers of a command in a page.
 *
 * @param command the command that generates the text
 * @throws if the page does not have these markers
 */
export function replaceGenerated(page: string, generated: string, command = 'npm run bench'): string {
  const [before, after] = [`<!-- made by ${command}: begin -->`, `<!-- made by ${command}: end -->`]
  const [begin, end] = [page.indexOf(before), page.indexOf(after)]
  if (begin === -1 || end < begin) throw new Error(`The page needs the markers '${before}' and '${after}'`)
  return `${page.slice(0, begin + before.length)}\n\n${generated}\n\n${page.slice(end)}`
}
