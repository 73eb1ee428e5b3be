/** The challenges, and the steps that solve them. @module */

import type { VariantName } from '../../contract/names.js'
import type { Level } from './levels.js'
import { tasksIn } from './look.js'
import type { Fields, Observed } from './observed.js'

/**
 * A task that learners solve with requests to their board. A challenge is solved by a sequence of exchanges, often of
 * one, or by a right claim.
 */
export interface Challenge {
  name: string
  title: string
  level: Level
  /** What to do, in one or two sentences. */
  task: string
  /** Each says more than the one before. */
  hints: readonly [string, string, string]
  /** The page of the documentation, with a heading if it is long (`errors.md#messages`), and the section of the specification. */
  teaches: { page: string; section: number }
  /** The shortest solution, as shell commands. `BOARD` is the base URL of a new board. */
  solution: string
  /** Similar commands that do not solve the challenge. */
  nearMiss: string
  /** The exchanges that solve the challenge, in their order. */
  steps: readonly Step[]
  /** An exchange after which the sequences with its key begin again. */
  undo?: Step
  /** The fault that a right claim must name, or `none`. */
  claim?: string
  /**
   * Whether the solved challenge reveals what faults have changed. While an exercise hides faults, it also hides this.
   */
  revealsFaults?: true
}

/** Stands for all operations, or for all statuses. */
export const ANY = '*'

/** The statuses of a creation: a fault of buggy can turn 201 into 200. */
export const CREATED: readonly number[] = [200, 201]

/** One exchange of a sequence. */
export interface Step {
  /** The variant of the exchange. Without it, all variants count. */
  variant?: VariantName
  /** The operations, such as `GET /tasks/:id` without the variant; see `Observed.route`. `*` stands for all. */
  on: string | readonly string[]
  /** `*` stands for each status that a client can receive. */
  status: number | readonly number[] | typeof ANY
  /**
   * Whether the exchange belongs to the sequence. A pure function, which never throws.
   *
   * @returns the key of the sequence, several keys, or `true` for the empty key. All steps of a sequence have the same
   *   key, for example the id of a task. `7@1` is the key `7` of a sequence that `undo` ends with `7`, `@1` or `@`.
   */
  when?: (exchange: Observed) => boolean | string | readonly string[]
}

/** Creates the step of a challenge. */
export function on(on: Step['on'], status: Step['status'], when: Step['when'] = () => true): Step {
  return { on, status, when }
}

/** Creates the step of a challenge that creates a task. */
export function onCreation(when?: Step['when']): Step {
  return on('POST /tasks', CREATED, when)
}

/** Creates the step of a challenge that counts only in one variant. */
export function onVariant(variant: VariantName, ...step: Parameters<typeof on>): Step {
  return { variant, ...on(...step) }
}

/** What solves a challenge, besides its steps. */
type Solution = Pick<Challenge, 'undo' | 'claim' | 'revealsFaults'> & { steps?: Step[] }

/** What solves the challenges of a level, by name. */
export type Solutions = Readonly<Record<string, Step | Step[] | Solution>>

/**
 * Returns the challenges of a level.
 *
 * A line `name | title | page, section 4` starts each one. The task and the three hints follow, and then the commands of
 * the solution after `$`, those of the near miss after `≠`, and those of both after `=`:
 *
 *     one-tag | One label | getting-started.md#tasks, section 2
 *       Create a task with one label.
 *       - The field is called 'labels'.
 *       - It is a list.
 *       - Send '["home"]'.
 *       $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "labels": ["home"]}'
 *       ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "labels": []}'
 *
 * In a task or a hint without backticks, single quotes stand for them.
 */
export function challengesIn(level: Level, texts: string, solutions: Solutions): Challenge[] {
  const blocks = texts.trim().split(/\n(?!\s)/)
  return blocks.map((block) => {
    const [heading = '', task = '', ...lines] = block.split(/\n\s*/)
    const [name = '', title = '', place = ''] = heading.split(' | ')
    const [page = '', section] = place.split(', section ')
    const after = (...marks: string[]) => lines.flatMap((line) => (marks.includes(line.charAt(0)) ? line.slice(2) : []))
    const solution = solutions[name] ?? {}
    const { steps = [], ...others }: Solution =
      'on' in solution || Array.isArray(solution) ? { steps: [solution].flat() } : solution
    return {
      name,
      title,
      task: inBackticks(task),
      hints: after('-').map(inBackticks) as [string, string, string],
      teaches: { page, section: Number(section) },
      ...others,
      level,
      solution: after('=', '$').join('\n'),
      nearMiss: after('=', '≠').join('\n'),
      steps,
    }
  })
}

function inBackticks(text: string): string {
  return text.includes('`') ? text : text.replaceAll("'", '`')
}

/**
 * Creates the step of a challenge that reads a list.
 *
 * @param parameters the parameters in the request. `true` stands for any value.
 * @param when whether the tasks are those that the challenge asks for. By default, there must be one.
 */
export function onList(
  parameters: Readonly<Record<string, string | true>>,
  when: (tasks: Fields[], exchange: Observed) => boolean = (tasks) => tasks.length > 0,
): Step {
  const wanted = Object.entries(parameters)
  return on('GET /tasks', 200, (exchange) => {
    const isSent =
      exchange.query.size > 0 &&
      wanted.every(([name, value]) => exchange.query.has(name) && [true, exchange.query.get(name)].includes(value))
    return isSent && when(tasksIn(exchange), exchange)
  })
}

/** The operations that the OpenAPI documents of the variants have. */
const DOCUMENTED = /^(GET|POST|PUT|DELETE) \/(tasks|auth)/

/**
 * Returns the operation whose request solves a challenge, as in the OpenAPI documents: `GET /tasks/{id}`. It is the last
 * one of a sequence, and the first one that its step lists.
 *
 * @returns `null` if all operations can solve it, or none that is documented
 */
export function operationOf({ steps }: Pick<Challenge, 'steps'>): string | null {
  const [route = ''] = [steps.at(-1)?.on ?? []].flat()
  return DOCUMENTED.test(route) ? route.replace(/:(\w+)/g, '{$1}') : null
}
