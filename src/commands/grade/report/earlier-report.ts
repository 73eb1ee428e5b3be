import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import { CommandFailed } from '../../../contract/command-failed.js'
import { stringEnum } from '../../../contract/schemas/values.js'
import { findInvalidValue, requirement, toKey } from '../../../contract/validation-wording.js'
import { VERSION } from '../../../version.js'
import { describeDefect } from '../select-defects.js'
import type { CatalogueEntry, DefectResult, GradeResult } from '../types.js'

/** An earlier grade of a suite, whose results another grade takes over. */
export type EarlierReport = Pick<GradeResult, 'startedAt' | 'defects'>

const nullable = (schema: object) => Type.Union([Type.Unsafe(schema), Type.Null()], { expected: 'as grade writes it' })
const number = Type.Number({ expected: 'a number' })
const run = Type.Object({
  ...{ isPassed: Type.Boolean(), isTimedOut: Type.Boolean(), isLimited: Type.Boolean() },
  ...{ seconds: number, requests: number, exitCode: nullable(number), signal: nullable(Type.String()) },
})
const first = Type.Object({
  ...{ number, status: number, method: Type.String(), target: Type.String(), requestId: Type.String() },
})
const evidence = Type.Object({ effect: Type.String(), requests: number, first })

/** What a report must have. Its other parts are taken over as they are. */
const REPORT = Type.Object({
  ...{ version: Type.String(), variant: Type.String(), command: Type.Array(Type.String()), startedAt: Type.String() },
  score: nullable(Type.Object({})),
  defects: Type.Array(
    Type.Object({
      ...{ name: Type.String(), output: nullable(Type.String()), evidence: nullable(evidence) },
      ...{ run: nullable(run), earlierRun: nullable(run), exchange: nullable(Type.Object({})) },
      outcome: stringEnum(['found', 'missed', 'unrelated', 'error', 'not-run']),
      repeated: nullable(stringEnum(['no-proof', 'other-cause', 'disturbed'])),
    }),
  ),
})

/**
 * Reads an earlier JSON report of a suite.
 *
 * @throws CommandFailed if the file is no such report, or has no score
 */
export async function readEarlierReport(
  path: string,
  { command, variant }: Pick<GradeResult, 'command' | 'variant'>,
): Promise<EarlierReport> {
  const report = parseReport(path, await readFile(path, 'utf8').catch((error) => error))
  const problems: [isProblem: boolean, text: string][] = [
    ['tool' in report, 'it is the report of a tool'],
    [report.version !== VERSION, `it is from version ${report.version}, and this is version ${VERSION}`],
    [report.variant !== variant, `it is about ${report.variant}, not ${variant}`],
    [!isDeepStrictEqual(report.command, command), `its command was ${report.command.join(' ')}`],
    [report.score === null, 'it has no score'],
  ]
  const [, problem] = problems.find(([isProblem]) => isProblem) ?? []
  if (problem !== undefined) throw new CommandFailed(`Cannot grade since ${path}: ${problem}`)
  return report
}

function parseReport(path: string, text: string | Error): GradeResult {
  if (text instanceof Error) throw new CommandFailed(`Cannot read ${path}: ${text.message}`)
  const validate = new Ajv({ keywords: ['expected'], validateSchema: false, verbose: true }).compile<GradeResult>(
    REPORT,
  )
  let report: unknown
  try {
    report = Object(JSON.parse(text))
  } catch (error) {
    throw new CommandFailed(`${path} is not a JSON report of grade: ${(error as Error).message}`)
  }
  if (validate(report)) return report
  const { steps, schema } = findInvalidValue(validate.errors?.[0] as ErrorObject)
  throw new CommandFailed(`${path} is not a JSON report of grade: ${toKey(steps)} must be ${requirement(schema)}`)
}

/**
 * Returns the results of an earlier report, by the name of the defect.
 *
 * @throws CommandFailed if the catalogue has other defects than the report
 */
export function earlierResults(
  report: EarlierReport | undefined,
  catalogue: readonly CatalogueEntry[],
): Map<string, DefectResult> {
  const { defects = [] } = report ?? {}
  for (const defect of defects) {
    const entry = catalogue.find(({ name }) => name === defect.name)
    if (entry !== undefined && isDeepStrictEqual(describeDefect(entry), describeDefect(defect))) continue
    throw new CommandFailed(
      `The earlier report is from another version of the catalogue: its defect ${defect.name} differs`,
    )
  }
  return new Map(defects.map((defect) => [defect.name, defect]))
}
