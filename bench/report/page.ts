const BEGIN = '<!-- made by npm run bench: begin -->'
const END = '<!-- made by npm run bench: end -->'

/** A page with what stands between its markers replaced. */
export function replaceMade(page: string, made: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`There is no place between '${BEGIN}' and '${END}'`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${made}\n\n${page.slice(end)}`
}
