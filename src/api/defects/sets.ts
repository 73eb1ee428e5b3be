import { DIFFICULTIES, difficultyOf } from '../../rules/exposures/describe.js'
import { AREAS, caseOf } from './catalogue.js'
import type { Defect } from './defect.js'

/** The set of all defects. */
const ALL = 'all'

/** The names of the sets: all defects, those of a difficulty, and those of an area. */
export const SET_NAMES: readonly string[] = [ALL, ...DIFFICULTIES, ...AREAS]

/** Returns the names of the sets that contain a defect. */
export function setsOf(defect: Pick<Defect, 'name' | 'area'>): string[] {
  return [ALL, difficultyOf(caseOf(defect)), defect.area]
}

/** Whether one of these defects or a set has this name. */
export function isDefectOrSet(defects: readonly Defect[], name: string): boolean {
  return SET_NAMES.includes(name) || defects.some((defect) => defect.name === name)
}

/** Returns the names of defects, with the defects of each set in its place. Each name occurs once. */
export function resolveDefects(defects: readonly Defect[], names: readonly string[]): string[] {
  const wanted = new Set(names)
  return defects
    .filter((defect) => wanted.has(defect.name) || setsOf(defect).some((set) => wanted.has(set)))
    .map(({ name }) => name)
}
