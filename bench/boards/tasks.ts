import { PRIORITIES, STATUSES } from '../../src/schemas/task.js'
import type { TaskValues } from '../../src/store/store.js'

/** What is searched for: a word of one task, one of about a third of all tasks, and one of none. */
export const WORDS = { rare: 'axolotl', frequent: 'report', none: 'quixotic' } as const

/** `board`: about a third of the tasks in each column; `column`: all tasks in the first. */
export type BoardKind = 'board' | 'column'

const VERBS = ['Write', 'Check', 'Send', 'Plan', 'Move', 'Review', 'Mend', 'Order', 'Count', 'Translate']
const THINGS = [
  'the invoice',
  'the budget',
  'a letter',
  'the timetable',
  'the archive',
  'a contract',
  'the menu',
]
const PURPOSES = [
  'for the autumn fair',
  'with the new team',
  'before the move',
  'for Ada',
  'at last',
  'once more',
]
const LABELS = ['office', 'urgent', 'garden', 'travel', 'finance', 'family', 'later', 'waiting']
const STEPS = ['Ask who knows', 'Make a first version', 'Have it read', 'Send it out', 'Put it away']
const REMARKS = [
  'Is anybody on this?',
  'Waits for an answer from the supplier.',
  'Half of it is done.',
].concat('I shall ask again on Monday.', 'See the notes of the last meeting.', 'Nothing has come yet.')

/** Where the task with the rare word is, as a part of all. */
const RARE_PLACE = 0.7

/** A task of the boards that are measured, and the texts of its comments. */
export interface BenchTask {
  values: TaskValues
  comments: string[]
}

/** The task at a place of a board; the same every time. */
export function taskAt(index: number, size: number, kind: BoardKind): BenchTask {
  const pick = <T>(values: readonly T[], salt: number) => values[draw(index, salt, values.length)] as T
  const thing = draw(index, 1, 3) === 0 ? `the ${WORDS.frequent}` : pick(THINGS, 2)
  const title = `${pick(VERBS, 3)} ${thing} ${pick(PURPOSES, 4)}`
  const day = String(1 + draw(index, 5, 28)).padStart(2, '0')
  const month = String(1 + draw(index, 6, 12)).padStart(2, '0')
  return {
    values: {
      title: index === Math.floor(size * RARE_PLACE) ? `${title}, and feed the ${WORDS.rare}` : title,
      description:
        draw(index, 7, 4) === 0 ? null : `${pick(REMARKS, 8)} ${pick(STEPS, 9)}, then tell the others.`,
      status: kind === 'column' ? STATUSES[0] : pick(STATUSES, 10),
      priority: pick(PRIORITIES, 11),
      dueDate: draw(index, 12, 3) === 0 ? null : `2026-${month}-${day}`,
      labels: some(LABELS, index, 13),
      checklistItems: some(STEPS, index, 14).map((text, place) => ({ text, done: place === 0 })),
    },
    comments: draw(index, 15, 10) === 0 ? some(REMARKS, index, 16) : [],
  }
}

/** Up to three neighbours in a list. */
function some(values: readonly string[], index: number, salt: number): string[] {
  const first = draw(index, salt, values.length - 3)
  return values.slice(first, first + draw(index, salt + 100, 4))
}

/** A number from 0 up to, not including, `end`, that looks drawn and depends on its arguments alone. */
function draw(index: number, salt: number, end: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % end
}
