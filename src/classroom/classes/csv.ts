import { pointsOf } from '../scores/points.js'
import type { Class } from './schemas.js'

type Board = Class['boards'][number]

/** The columns: their headings and values. The first ones tell the rows of several files apart. */
const COLUMNS: readonly [heading: string, read: (board: Board, found: Class) => string | number | null][] = [
  ['class', (_, { name }) => name],
  ['date', (_, found) => dateOf(found)],
  ['exercise', (_, { exercise }) => exercise?.title ?? null],
  ['name', ({ name }) => name ?? ''],
  ['joined', ({ joined }) => (joined ? 'yes' : 'no')],
  ['last activity', ({ lastActivity }) => lastActivity],
  ['requests', ({ requests }) => requests],
  ['claims', ({ claims }) => claims],
  ['hints', ({ hintsTaken }) => hintsTaken],
  ['challenges', ({ challenges }) => challenges.total],
  ['challenges solved', ({ challenges }) => challenges.solved],
  ['faults happened', ({ total }) => total.happened],
  ['faults found', ({ total }) => total.found],
  ['credit', ({ total }) => total.credit],
  ['wrong claims', ({ total }) => total.wrong],
  ['points', ({ total, defects, challenges }) => pointsOf([total, defects], challenges.solved)],
  ['precision', ({ total }) => total.precision],
  ['recall', ({ total }) => total.recall],
  ['F1', ({ total }) => total.f1],
  ['defects', ({ defects }) => defects.happened],
  ['defects found', ({ defects }) => defects.found],
  ['wrong claims of defects', ({ defects }) => defects.wrong],
  ['graded variant', ({ grade }) => grade?.variant ?? null],
  ['graded defects', ({ grade }) => grade?.defects ?? null],
  ['graded defects found', ({ grade }) => grade?.found ?? null],
  ['drill score', ({ drill }) => drill?.best ?? null],
  ['board', ({ baseUrl }) => baseUrl],
]
const HEADINGS = COLUMNS.map(([heading]) => heading)

/** Returns the name of the file, without the characters that file systems reserve. */
export function fileNameOf(found: Pick<Class, 'name' | 'exercise' | 'createdAt'>): string {
  return `scores ${found.name.replace(/[\\/:*?"<>|]/g, '-')} ${dateOf(found)}.csv`
}

/** Returns the date (UTC) on which the exercise ends. Without an end, it is that of its start, or of the class. */
function dateOf({ exercise, createdAt }: Pick<Class, 'exercise' | 'createdAt'>): string {
  return (exercise?.endsAt ?? exercise?.startsAt ?? createdAt).slice(0, 10)
}

/** The characters that start a formula in spreadsheets. One wide character here would double the memory of the bundle. */
const FORMULA = /^\s*[=+\-@;\t\r|%\uff1d\uff0b\uff0d\uff20]/

/** The media type of the scores. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** The first line, as an example. */
export const CSV_EXAMPLE = `${HEADINGS.join(',')}\r\n`

/** A mark that makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** Whether somebody has a board, or has used it. The others wait for learners, who enter their names when they join. */
const isTaken = ({ name, joined, requests }: Board) => name !== null || joined || requests > 0

/**
 * Returns the scores of a class as CSV (RFC 4180), for spreadsheets. A text that could be a formula starts with an
 * apostrophe, which spreadsheets show as text.
 */
export async function toCsv(found: Class): Promise<string> {
  // Few services export scores.
  const { default: papaparse } = await import('papaparse')
  const rows = found.boards.filter(isTaken).map((board) => COLUMNS.map(([, read]) => read(board, found)))
  const text = papaparse.unparse([HEADINGS, ...rows], {
    escapeFormulae: FORMULA,
    // Spreadsheets of some locales also split at semicolons.
    quotes: (value) => String(value).includes(';'),
  })
  return `${BYTE_ORDER_MARK}${text}\r\n`
}
