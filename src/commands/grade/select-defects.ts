import { CommandFailed } from '../../contract/command-failed.js'
import type { GradedVariant } from '../../contract/names.js'
import type { Catalogue } from './management-api.js'
import type { CatalogueEntry } from './types.js'

/**
 * Selects defects by their names and by the names of sets.
 *
 * @returns the defects, and the names of those that the variant does not have
 * @throws CommandFailed if a name is unknown, or if the variant has none of the defects
 */
export function selectDefects({ defects, sets }: Catalogue, names: readonly string[], variant: GradedVariant) {
  const wanted = new Set(names)
  for (const name of wanted) {
    if (sets.includes(name) || defects.some((defect) => defect.name === name)) continue
    throw new CommandFailed(
      `There is no defect or set '${name}'. The sets are ${sets.join(', ')}. GET /defects of a running service lists the defects`,
    )
  }
  const selected = defects.filter((defect) => wanted.has(defect.name) || defect.sets.some((set) => wanted.has(set)))
  const visible = selected.filter(({ variants }) => variants.includes(variant))
  if (visible.length === 0)
    throw new CommandFailed(`No selected defect exists in ${variant}; choose others with --defects`)
  const skipped = selected.filter((defect) => !visible.includes(defect)).map(({ name }) => name)
  return { defects: visible, skipped }
}

/** Returns what a result says about its defect. */
export function describeDefect(defect: Omit<CatalogueEntry, 'variants' | 'sets'>) {
  const { code, name, title, rule, exposedBy, area, severity, difficulty } = defect
  return { code, name, title, rule, exposedBy, area, severity, difficulty }
}
