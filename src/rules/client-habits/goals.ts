import { type Static, Type } from '@sinclair/typebox'
import type { Observation } from './observation.js'

/** A task of the run, as the board has it at the end. */
export const FinalTask = Type.Object({ title: Type.String(), status: Type.String() })
export type FinalTask = Static<typeof FinalTask>

/** Whether the client has done a part of the task. */
export type Goal = ReturnType<typeof goal>

/** The number of tasks that a client creates. */
const TASKS = 20

/** The number of tasks per page that a client reads. */
export const PAGE_SIZE = 2

/** The number of pages that a client reads. */
const PAGES = TASKS / PAGE_SIZE

/** The titles of the tasks that a client creates, in the order of the stated task. */
export const TITLES: readonly string[] = Array.from(
  { length: TASKS },
  (_, index) => `Drill task ${String(index + 1).padStart(2, '0')}`,
)

/** The statuses to which a client moves the first tasks. */
const STATUSES: readonly string[] = [
  ...Array(5).fill('IN_PROGRESS'),
  ...Array(5).fill('DONE'),
  ...Array(10).fill('TODO'),
]

/** The faults after which a client does not have the content of a page. */
const BREAKING = ['malformed-json', 'wrong-content-type', 'empty-response', 'truncated-body']

/** The number of problems that a goal names. */
const NAMED_MAX = 3

/** Returns the page that a request reads; `undefined` if it is no read of a page of the task. */
export function pageOf({ method, target }: Pick<Observation, 'method' | 'target'>): number | undefined {
  const [path, query] = target.split('?', 2)
  const parameters = new URLSearchParams(query)
  if (method !== 'GET' || path !== '/tasks' || parameters.get('size') !== String(PAGE_SIZE)) return undefined
  return Number(parameters.get('page') ?? 0)
}

/**
 * Judges what a client has achieved.
 *
 * @param tasks the tasks of the board at the end
 * @param observations the requests of the client
 */
export function goalsOf(tasks: readonly FinalTask[], observations: readonly Observation[]): Goal[] {
  const withTitle = (title: string) => tasks.filter((task) => task.title === title)
  const missing = TITLES.filter((title) => withTitle(title).length === 0)
  const twice = TITLES.filter((title) => withTitle(title).length > 1)
  const others = tasks.map(({ title }) => title).filter((title) => !TITLES.includes(title))
  const wrong = TITLES.filter((title, index) => withTitle(title).some(({ status }) => status !== STATUSES[index]))
  const unmoved = [...missing.filter((title) => TITLES.indexOf(title) < 10), ...wrong]
  const read = new Set(observations.filter(isComplete).map(pageOf))
  const unread = Array.from({ length: PAGES }, (_, page) => page).filter((page) => !read.has(page))
  return [
    goal('tasks-created', `The board has all ${TASKS} tasks.`, 'Missing', missing),
    noneTwice(tasks, twice),
    goal('no-others', 'The client has created no other task.', 'Others', others),
    goal(
      'tasks-moved',
      'Five tasks are IN_PROGRESS, five DONE, and ten TODO.',
      'Missing or in another status',
      unmoved,
    ),
    goal(
      'pages-read',
      `The client has read all ${PAGES} pages completely.`,
      'Pages without a complete response',
      unread,
    ),
  ]
}

/** Without tasks, none is there twice, but a client that does nothing does not reach a goal. */
function noneTwice(tasks: readonly FinalTask[], twice: readonly string[]): Goal {
  const judged = goal('none-twice', 'No task was created twice.', 'Twice', twice)
  return tasks.length === 0 ? { ...judged, isReached: false, found: 'The client has created no task.' } : judged
}

function goal(name: string, title: string, label: string, problems: readonly (string | number)[]) {
  const named = problems.slice(0, NAMED_MAX).join(', ')
  const rest = problems.length > NAMED_MAX ? ` and ${problems.length - NAMED_MAX} more` : ''
  return {
    name,
    title,
    isReached: problems.length === 0,
    /** How far it is, in a sentence. */
    found: problems.length === 0 ? 'Done.' : `${label}: ${named}${rest}.`,
  }
}

function isComplete({ status, isDisconnected, faults }: Observation): boolean {
  return status === 200 && !isDisconnected && !BREAKING.some((name) => faults.includes(name))
}
