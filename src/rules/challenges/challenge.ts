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
  teaches: Lesson
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

/** What a challenge teaches. */
export interface Lesson {
  /** The page of the documentation, with a heading if it is long: `errors.md#messages`. */
  page: string
  /** The section of the specification. */
  section: number
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

/** A challenge, without its name and its level. */
export interface ChallengeOfLevel extends Omit<Challenge, 'name' | 'level' | 'steps'> {
  steps?: Step | readonly Step[]
  /** The commands with which both the solution and the near miss begin, and those with which both end. */
  before?: string
  after?: string
}

/** Returns the challenges of a level, which are listed by name. */
export function challengesIn(level: Level, challenges: Readonly<Record<string, ChallengeOfLevel>>): Challenge[] {
  return Object.entries(challenges).map(([name, { before, after, solution, nearMiss, steps = [], ...challenge }]) => {
    const complete = (commands: string) => [before, commands, after].filter((part) => part !== undefined).join('\n')
    const texts = { solution: complete(solution), nearMiss: complete(nearMiss) }
    return { name, ...challenge, level, ...texts, steps: [steps].flat() }
  })
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
