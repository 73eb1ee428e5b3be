import type { Defect } from '../../src/defects/defect.js'
import { VARIANTS } from '../../src/variants.js'
import type { Finder } from './finder.js'

/** The names of the defects that a finder finds. */
export type Found = Readonly<Record<string, readonly string[]>>

/** The lines of a page between which the tables are. */
const [BEGIN, END] = ['<!-- defect-finders -->', '<!-- end of defect-finders -->']

/** Whether a finder tests a variant that has the defect. */
export function isJudged({ variants }: Pick<Finder, 'variants'>, defect: Pick<Defect, 'variants'>): boolean {
  const affected = defect.variants ?? VARIANTS.map(({ name }) => name)
  return variants.some((variant) => affected.includes(variant))
}

/** Describes how many defects a finder has found, such as `12 of 106`. */
export function describeScore(finder: Finder, defects: readonly Defect[], found: readonly string[]): string {
  return `${found.length} of ${defects.filter((defect) => isJudged(finder, defect)).length}`
}

/** Writes the tables for the finders that have results. */
export function writeTables(finders: readonly Finder[], defects: readonly Defect[], found: Found): string {
  const shown = finders.filter(({ name }) => found[name] !== undefined)
  const ofFinder = ({ name }: Finder) => found[name] ?? []
  return [
    ...tableOf(
      ['Column', 'What it is', 'Defects found'],
      shown.map((finder) => [finder.column, finder.description, describeScore(finder, defects, ofFinder(finder))]),
    ),
    '',
    ...tableOf(
      ['Defect', ...shown.map(({ column }) => column)],
      defects.map((defect) => [
        `\`${defect.name}\``,
        ...shown.map((finder) => {
          if (!isJudged(finder, defect)) return '–'
          return ofFinder(finder).includes(defect.name) ? 'yes' : 'no'
        }),
      ]),
    ),
  ].join('\n')
}

/** Replaces the tables of a page. */
export function replaceTables(page: string, tables: string): string {
  const [before, rest] = page.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (after === undefined) throw new Error(`The page has no lines ${BEGIN} and ${END}`)
  return `${before}${BEGIN}\n\n${tables}\n\n${END}${after}`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
