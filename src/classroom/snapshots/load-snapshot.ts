import { ValidationFailed } from '../../contract/errors.js'
import { JSON_VALUES_MAX, TASK_VALUES_MAX } from '../../contract/limits.js'
import { componentsOf } from '../../contract/schemas/components.js'
import { CLOSING, COMMA, OPENING, parseJsonBytes, scanJson } from '../../http/parse-json.js'
import { buildRemovingValidator, buildValidator } from '../../http/validation.js'
import type { Steps } from '../../rooms/board/steps.js'
import type { BoardContent } from '../../rooms/content-methods.js'
import * as faultSettings from '../faults/schemas.js'
import * as snapshot from './schemas.js'
import { fromSnapshot } from './snapshot.js'

const SCHEMAS = Object.fromEntries(componentsOf(faultSettings, snapshot).map((schema) => [schema.$id, schema]))

const validate = buildValidator(
  SCHEMAS,
  {},
)({ schema: { $ref: 'Snapshot#' } as object, httpPart: 'body', method: 'PUT', url: '' })

/** The schema of the list of tasks in a snapshot. */
const TASKS = { type: 'object', properties: { tasks: { type: 'array', items: { $ref: 'SnapshotTask#' } } } }

/**
 * Removes unknown fields, so that they take no memory. It is compiled with the first snapshot: this would be a twentieth of the
 * time of a start.
 */
let validateTasks: ReturnType<ReturnType<typeof buildRemovingValidator>> | undefined

/**
 * Reads and validates a snapshot.
 *
 * @param bytes the snapshot as JSON; `undefined` if a request has none
 * @throws MalformedUtf8, MalformedJson, NestingTooDeep, TooManyValues, ValidationFailed
 */
export function* loadSnapshot(bytes: Buffer | undefined): Steps<BoardContent> {
  requireValid(bytes !== undefined || validate(null))
  validateTasks ??= buildRemovingValidator(SCHEMAS)(TASKS)
  const validateList = validateTasks
  const { tasks, rest } = yield* splitTasks(bytes as Buffer, (text, index) => {
    const list = { tasks: [parseJsonBytes(text, TASK_VALUES_MAX)] }
    requireValid(validateList(list), (field) => field.replace('[0]', `[${index}]`))
    return list.tasks[0] as snapshot.SnapshotTask
  })
  const whole = parseJsonBytes(rest, JSON_VALUES_MAX) as snapshot.Snapshot
  requireValid(validate(whole))
  // Another spelling of the name, such as `"t\u0061sks"`, leaves tasks in the rest.
  return yield* fromSnapshot({ ...whole, tasks: [...whole.tasks, ...tasks] })
}

/** @throws ValidationFailed with the names of fields that `rename` returns */
function requireValid(result: unknown, rename = (field: string) => field): void {
  if (result === true) return
  const { fields } = (result as { error: ValidationFailed }).error
  throw new ValidationFailed(
    Object.fromEntries(Object.entries(fields).map(([field, problem]) => [rename(field), problem])),
  )
}

/** The start of the list of tasks. A quote inside a string has a backslash before it. */
const LIST_START = /[^\\]"tasks"\s*:\s*\[$/
const LIST_START_BYTES_MAX = 100

/** The number of bytes that a step scans if no task ends in them. */
const STEP_BYTES = 262_144

/**
 * Divides a snapshot into its tasks and the rest, in a step for each task. So an invalid snapshot takes little memory, and
 * delays no other request: each task is parsed and validated before the next one.
 *
 * @param bytes a snapshot as JSON, valid or not
 * @param readTask receives the JSON text of a task and its index. It may throw.
 * @returns what `readTask` has returned for each task of the last list, and the snapshot with an empty list
 */
export function* splitTasks<Task>(
  bytes: Buffer,
  readTask: (text: Buffer, index: number) => Task,
): Steps<{ tasks: Task[]; rest: Buffer }> {
  let tasks: Task[] = []
  let [listStart, listEnd] = [0, 0]
  /** The start of a task, while the scanner is inside the list. */
  let start: number | undefined
  let depth = 0
  let stepStart = 0
  const visit = (separator: number, at: number) => {
    const isStep = at - stepStart > STEP_BYTES
    if (isStep) stepStart = at
    if (separator === OPENING) {
      depth++
      const before = Math.max(0, at - LIST_START_BYTES_MAX)
      if (depth !== 2 || !LIST_START.test(bytes.toString('latin1', before, at + 1))) return isStep
      tasks = []
      listStart = at + 1
      listEnd = bytes.length
      start = listStart
      return isStep
    }
    const isEnd = depth === 2 && start !== undefined
    if (isEnd) {
      const text = bytes.subarray(start, at)
      const isEmptyList = start === listStart && separator === CLOSING && /^[ \t\r\n]*$/.test(text.toString('latin1'))
      if (!isEmptyList) tasks.push(readTask(text, tasks.length))
      start = separator === COMMA ? at + 1 : undefined
      if (start === undefined) listEnd = at
    }
    if (separator === CLOSING) depth--
    return isEnd || isStep
  }
  for (let at = 0; at < bytes.length; at = scanJson(bytes, visit, at)) yield
  return { tasks, rest: Buffer.concat([bytes.subarray(0, listStart), bytes.subarray(listEnd)]) }
}
