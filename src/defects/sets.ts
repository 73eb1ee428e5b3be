import { DEFECTS } from './catalogue.js'
import { AREAS, type Defect, DIFFICULTIES } from './defect.js'

/** The set of all defects. */
const ALL = 'all'

/** The names of the sets: all defects, those of a difficulty, and those of an area. */
export const SET_NAMES: readonly string[] = [ALL, ...DIFFICULTIES, ...AREAS]

/** Returns the names of the sets that contain a defect. */
export function setsOf({ area, difficulty }: Pick<Defect, 'area' | 'difficulty'>): string[] {
  return [ALL, difficulty, area]
}

/** Whether there is a defect or a set of this name. */
export function isDefectOrSet(name: string): boolean {
  return SET_NAMES.includes(name) || DEFECTS.some((defect) => defect.name === name)
}

/** Returns the names of defects, with the defects of each set in its place. Each name occurs once. */
export function resolveDefects(names: readonly string[]): string[] {
  const wanted = new Set(names)
  return DEFECTS.filter((defect) => wanted.has(defect.name) || setsOf(defect).some((set) => wanted.has(set))).map(
    ({ name }) => name,
  )
}
