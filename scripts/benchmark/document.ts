import { caseOf, DEFECTS } from '../../src/api/defects/catalogue.js'
import type { Defect } from '../../src/api/defects/defect.js'
import { type Need, needOf } from '../../src/rules/exposures/describe.js'
import type { Case } from '../../src/rules/exposures/exposure.js'

/** A defect in the frozen catalogue. */
export interface Entry {
  code: string
  name: string
  title: string
  rule: string
  area: string
  quality: string
  severity: string
  /** What a test needs to see the defect. */
  difficulty: Need
  /** An empty list means all requests. */
  operations: readonly string[]
  variants: readonly string[]
  exposure: Case
}

/** A version of the frozen catalogue. */
export interface Benchmark {
  version: number
  edition: string
  defects: Entry[]
}

/** Returns the catalogue of all defects, ordered by code. */
export function createBenchmark(version: number): Benchmark {
  const defects = DEFECTS.map(describe).sort((a, b) => (a.code < b.code ? -1 : 1))
  return { version, edition: 'current', defects }
}

function describe(defect: Defect): Entry {
  const { code, name, title, rule, area, quality, severity, operations, variants = ['v1', 'v2', 'buggy'] } = defect
  const exposure = caseOf(defect)
  const described = { code, name, title, rule, area, quality, severity, difficulty: needOf(exposure) }
  return { ...described, operations, variants, exposure }
}
