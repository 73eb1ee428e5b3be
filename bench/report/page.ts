/**
 * A page with what stands between the markers of a command replaced.
 *
 * @param command the one that makes it
 * @throws where the page has no such markers
 */
export function replaceMade(page: string, made: string, command = 'npm run bench'): string {
  const [before, after] = [`<!-- made by ${command}: begin -->`, `<!-- made by ${command}: end -->`]
  const [begin, end] = [page.indexOf(before), page.indexOf(after)]
  if (begin === -1 || end < begin) throw new Error(`There is no place between '${before}' and '${after}'`)
  return `${page.slice(0, begin + before.length)}\n\n${made}\n\n${page.slice(end)}`
}
