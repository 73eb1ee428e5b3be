import { stripVTControlCharacters } from 'node:util'
import type { Class, ClassPage, NewClass } from '../classroom/classes/schemas.js'

/** Formats a new class for a terminal, with its secret. */
export function formatNewClass(created: NewClass): string {
  return `${formatClass(created)}
Trainer secret: ${created.trainerSecret}
  It is shown only once. The other commands need it: export TRAINER_SECRET=…
`
}

/** The columns of the boards of a class: their headings and values. */
const BOARD_COLUMNS: readonly [heading: string, read: (board: Class['boards'][number]) => unknown][] = [
  ['Name', ({ name }) => name ?? ''],
  ['Joined', ({ joined }) => (joined ? 'yes' : 'no')],
  ['Requests', ({ requests }) => requests],
  ['Faults', ({ total }) => total.happened],
  ['Found', ({ total }) => total.found],
  ['Credit', ({ total }) => total.credit],
  ['Wrong', ({ total }) => total.wrong],
  ['Claims', ({ claims }) => claims],
  ['Hints', ({ hintsTaken }) => hintsTaken],
  ['F1', ({ total }) => total.f1 ?? ''],
  ['Defects', ({ defects }) => `${defects.found}/${defects.happened}`],
  ['Suite', ({ grade }) => (grade === undefined ? '' : `${grade.found}/${grade.defects}`)],
  ['Board', ({ baseUrl }) => baseUrl],
]

/** Formats a class with its boards for a terminal. */
export function formatClass({ id, name, joinCode, joinable, expiresAt, frozen, exercise, boards }: Class): string {
  const facts = [
    ['Class', name],
    ['Id', id],
    ['Joining code', joinCode],
    ['Joining', joinable ? 'open' : 'closed'],
    ['Expires', expiresAt],
    ['Frozen', frozen ? 'yes' : 'no'],
    ['Exercise', exercise === undefined ? 'none' : describeExercise(exercise)],
  ]
  const rows = boards.map((board) => BOARD_COLUMNS.map(([, read]) => read(board)))
  const headings = BOARD_COLUMNS.map(([heading]) => heading)
  return `${formatColumns(facts)}\n${formatColumns([headings, ...rows])}`
}

/** Formats a list of classes for a terminal. */
export function formatClasses({ content, totalElements }: ClassPage): string {
  const rows = content.map(({ id, name, boards, createdAt, expiresAt, frozen }) => [
    id,
    name,
    boards,
    createdAt,
    expiresAt,
    frozen ? 'yes' : 'no',
  ])
  const table = formatColumns([['Id', 'Name', 'Boards', 'Created', 'Expires', 'Frozen'], ...rows])
  const { length } = content
  return length < totalElements ? `${table}\nThese are the first ${length} of ${totalElements} classes.` : table
}

function describeExercise({ title, state, feedback, hints, startsAt, endsAt }: NonNullable<Class['exercise']>): string {
  return `${title ?? 'untitled'}, ${state}, ${startsAt} to ${endsAt ?? 'no end'}, feedback ${feedback}, hints ${hints}`
}

/** Formats rows in columns that are as wide as their longest text. Columns with numbers are aligned to the right. */
function formatColumns(rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) => row.map((value) => stripVTControlCharacters(String(value)).replace(/\p{Cc}/gu, '')))
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const isNumber = widths.map((_, column) => rows.slice(1).some((row) => typeof row[column] === 'number'))
  const pad = (text: string, column: number) =>
    isNumber[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return texts.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('')
}
