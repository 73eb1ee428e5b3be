import { AREAS, caseOf } from '../../src/api/defects/catalogue.js'
import { type Defect, QUALITIES, type Quality } from '../../src/api/defects/defect.js'
import { difficultyOf } from '../../src/rules/exposures/describe.js'
import { writeTable } from '../markdown.js'

/** The operations of the variants, with the qualities in which each can have a defect. */
export const POSSIBLE: Readonly<Record<string, readonly Quality[]>> = {
  listTasks: ['status', 'body', 'state', 'order', 'authorization', 'limits'],
  createTask: ['status', 'body', 'state', 'order', 'concurrency', 'authorization', 'limits'],
  getTask: ['status', 'body', 'state', 'order', 'authorization'],
  replaceTask: ['status', 'body', 'state', 'order', 'concurrency', 'authorization', 'limits'],
  deleteTask: ['status', 'state', 'order', 'concurrency', 'authorization'],
  deleteAllTasks: ['status', 'state', 'authorization', 'limits'],
  reorderTask: ['status', 'body', 'state', 'order', 'concurrency', 'authorization', 'limits'],
  getTaskSummary: ['status', 'body', 'state', 'authorization'],
  createComment: ['status', 'body', 'state', 'concurrency', 'authorization', 'limits'],
  updateComment: ['status', 'body', 'state', 'authorization', 'limits'],
  deleteComment: ['status', 'state', 'authorization'],
  uploadAttachments: ['status', 'body', 'state', 'concurrency', 'authorization', 'limits'],
  downloadAttachment: ['status', 'body', 'authorization'],
  deleteAttachment: ['status', 'state', 'authorization'],
  login: ['status', 'body', 'authorization'],
  refresh: ['status', 'body', 'state', 'concurrency', 'authorization'],
  logout: ['status', 'body', 'state', 'authorization'],
  getCurrentUser: ['status', 'body', 'authorization'],
}

/** The label of the row for defects that affect all requests. */
const ALL_REQUESTS = 'all requests'

/** Counts the defects of an operation and a quality. Without an operation, counts those that affect all requests. */
export function countOf(defects: readonly Defect[], operation: string | undefined, quality: Quality): number {
  return defects.filter(
    (defect) =>
      defect.quality === quality &&
      (operation === undefined ? defect.operations.length === 0 : defect.operations.includes(operation)),
  ).length
}

/** Writes the table of operations and qualities. */
export function writeCoverage(defects: readonly Defect[]): string {
  const rowOf = (label: string, operation: string | undefined, possible: readonly Quality[]) => [
    label,
    ...QUALITIES.map((quality) => {
      const count = countOf(defects, operation, quality)
      return count === 0 && !possible.includes(quality) ? '–' : String(count)
    }),
  ]
  return writeTable(
    ['Operation', ...QUALITIES],
    [
      ...Object.entries(POSSIBLE).map(([operation, qualities]) => rowOf(`\`${operation}\``, operation, qualities)),
      rowOf(ALL_REQUESTS, undefined, []),
    ],
  )
}

/** Writes the catalogue of defects: a table for each area. */
export function writeCatalogue(defects: readonly Defect[]): string {
  return AREAS.map((area) => {
    const own = defects.filter((defect) => defect.area === area)
    const rows = own.map((defect) => {
      const { code, name, title, rule, severity } = defect
      return [code, `\`${name}\``, title, rule, severity, difficultyOf(caseOf(defect))]
    })
    const table = writeTable(['Code', 'Defect', 'Behaviour', 'Rule that it breaks', 'Severity', 'Difficulty'], rows)
    return `### \`${area}\`\n\n${table}\n`
  }).join('\n')
}
