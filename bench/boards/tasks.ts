import { PRIORITIES, STATUSES } from '../../src/contract/schemas/enumerations.js'
import type { TaskValues } from '../../src/rooms/board/values.js'

/** Search terms: `rare` is in one task, `frequent` in about a third of all tasks, `none` in no task. */
export const WORDS = { rare: 'axolotl', frequent: 'report', none: 'quixotic' } as const

/** `board`: about a third of the tasks in each column; `column`: all tasks in the first column. */
export type BoardKind = 'board' | 'column'

const VERBS = ['Write', 'Check', 'Send', 'Plan', 'Move', 'Review', 'Mend', 'Order', 'Count', 'Translate']
const THINGS = ['the invoice', 'the budget', 'a letter', 'the timetable', 'the archive', 'a contract', 'the menu']
const PURPOSES = ['for the autumn fair', 'with the new team', 'before the move', 'for Ada', 'at last', 'once more']
const LABELS = ['office', 'urgent', 'garden', 'travel', 'finance', 'family', 'later', 'waiting']
const STEPS = ['Ask who knows', 'Make a first version', 'Have it read', 'Send it out', 'Put it away']
const REMARKS = ['Is anybody on this?', 'Waits for an answer from the supplier.', 'Half of it is done.'].concat(
  'I shall ask again on Monday.',
  'See the notes of the last meeting.',
  'Nothing has come yet.',
)

/** The position of the task with the rare word, as a share of all tasks. */
const RARE_POSITION = 0.7

/** A task of the measured boards, and the texts of its comments. */
export interface BenchTask {
  values: TaskValues
  comments: string[]
}

/** Generates the task at an index; the result is always the same. */
export function taskAt(index: number, size: number, kind: BoardKind): BenchTask {
  const pick = <T>(values: readonly T[], salt: number) => values[draw(index, salt, values.length)] as T
  const thing = draw(index, 1, 3) === 0 ? `the ${WORDS.frequent}` : pick(THINGS, 2)
  const title = `${pick(VERBS, 3)} ${thing} ${pick(PURPOSES, 4)}`
  const day = String(1 + draw(index, 5, 28)).padStart(2, '0')
  const month = String(1 + draw(index, 6, 12)).padStart(2, '0')
  return {
    values: {
      title: index === Math.floor(size * RARE_POSITION) ? `${title}, and feed the ${WORDS.rare}` : title,
      description: draw(index, 7, 4) === 0 ? null : `${pick(REMARKS, 8)} ${pick(STEPS, 9)}, then tell the others.`,
      status: kind === 'column' ? STATUSES[0] : pick(STATUSES, 10),
      priority: pick(PRIORITIES, 11),
      dueDate: draw(index, 12, 3) === 0 ? null : `2026-${month}-${day}`,
      labels: some(LABELS, index, 13),
      checklistItems: some(STEPS, index, 14).map((text, position) => ({ text, done: position === 0 })),
    },
    comments: draw(index, 15, 10) === 0 ? some(REMARKS, index, 16) : [],
  }
}

/** Returns up to three neighbours in a list. */
function some(values: readonly string[], index: number, salt: number): string[] {
  const first = draw(index, salt, values.length - 3)
  return values.slice(first, first + draw(index, salt + 100, 4))
}

/** Returns a pseudo-random number from 0 to `end` − 1 that depends only on the arguments. */
function draw(index: number, salt: number, end: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % end
}
