import type { Case, Exposure } from '../../rules/exposures/exposure.js'
import { allCases } from '../../rules/exposures/index.js'
import { attachments } from './areas/attachments.js'
import { auth } from './areas/auth.js'
import { comments } from './areas/comments.js'
import { concurrency } from './areas/concurrency.js'
import { errorBodies } from './areas/error-bodies.js'
import { fields } from './areas/fields.js'
import { headers } from './areas/headers.js'
import { lists } from './areas/lists.js'
import { ordering } from './areas/ordering.js'
import { replace } from './areas/replace.js'
import { search } from './areas/search.js'
import { state } from './areas/state.js'
import { statusCodes } from './areas/status-codes.js'
import { summary } from './areas/summary.js'
import { validation } from './areas/validation.js'
import type { Defect } from './defect.js'

/** All defects, by area. The hooks of a board with several defects run in this order. */
export const DEFECTS: readonly Defect[] = [
  statusCodes,
  validation,
  errorBodies,
  fields,
  replace,
  lists,
  search,
  ordering,
  summary,
  comments,
  attachments,
  state,
  auth,
  headers,
  concurrency,
].flat()

/** The areas of the API. Each is also the name of a set of defects. */
export const AREAS: readonly string[] = [...new Set(DEFECTS.map(({ area }) => area))]

/** Returns the defects that boards can have in an edition. */
export function defectsOf(edition: string): readonly Defect[] {
  return DEFECTS.filter(({ editions }) => editions?.includes(edition) ?? true)
}

/** Returns the case of a defect: the requests that expose it. */
export function caseOf({ name }: Pick<Defect, 'name'>): Case {
  const found = allCases()[name]
  if (found === undefined) throw new Error(`The defect ${name} has no exposure in src/rules/exposures`)
  return found
}

/** Returns the exposure of a defect, with the editions that can have the defect. */
export function exposureOf(defect: Defect, editions: readonly string[]): Exposure {
  return { ...caseOf(defect), rule: defect.rule, editions: defect.editions ?? editions }
}
