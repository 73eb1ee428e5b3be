import { ValidationFailed } from '../../contract/errors.js'
import { JSON_VALUES_MAX, TASK_VALUES_MAX } from '../../contract/limits.js'
import { componentsOf } from '../../contract/schemas/components.js'
import { parseJsonBytes } from '../../http/parse-json.js'
import { buildRemovingValidator, buildValidator } from '../../http/validation.js'
import type { Steps } from '../../rooms/board/steps.js'
import type { BoardContent } from '../../rooms/content-methods.js'
import * as faultSettings from '../faults/schemas.js'
import * as snapshot from './schemas.js'
import { fromSnapshot } from './snapshot.js'
import { splitTasks } from './split-tasks.js'

const SCHEMAS = Object.fromEntries(componentsOf(faultSettings, snapshot).map((schema) => [schema.$id, schema]))

const validate = buildValidator(
  SCHEMAS,
  {},
)({ schema: { $ref: 'Snapshot#' } as object, httpPart: 'body', method: 'PUT', url: '' })

type Validate = ReturnType<ReturnType<typeof buildRemovingValidator>>

let validateTasks: Validate | undefined

/**
 * Compiles the validator of a task with the first snapshot, in steps: it would be a twentieth of the time of a start. It
 * removes unknown fields, so that they take no memory.
 */
function* compileTasks(): Steps<Validate> {
  const compile = buildRemovingValidator(SCHEMAS)
  for (const part of ['SnapshotItem#', 'SnapshotComment#', 'SnapshotAttachment#', 'SnapshotTask#']) {
    compile({ $ref: part })
    yield
  }
  return compile({ type: 'object', properties: { tasks: { type: 'array', items: { $ref: 'SnapshotTask#' } } } })
}

/**
 * Reads and validates a snapshot.
 *
 * @param bytes the snapshot as JSON
 * @throws MalformedUtf8, MalformedJson, NestingTooDeep, TooManyValues, ValidationFailed
 */
export function* loadSnapshot(bytes: Buffer): Steps<BoardContent> {
  const validateList = validateTasks ?? (yield* compileTasks())
  validateTasks = validateList
  const { tasks, rest } = yield* splitTasks(bytes, (text, index) => readTask(text, index, validateList))
  const whole = parseJsonBytes(rest, JSON_VALUES_MAX) as snapshot.Snapshot
  requireValid(validate(whole))
  // Another spelling of the name, such as `"t\u0061sks"`, leaves tasks in the rest.
  return yield* fromSnapshot({ ...whole, tasks: [...whole.tasks, ...tasks] })
}

function readTask(text: Buffer, index: number, validateList: Validate): snapshot.SnapshotTask {
  const list = { tasks: [parseJsonBytes(text, TASK_VALUES_MAX)] }
  requireValid(validateList(list), (field) => field.replace('[0]', `[${index}]`))
  return list.tasks[0] as snapshot.SnapshotTask
}

/** @throws ValidationFailed with the names of fields that `rename` returns */
function requireValid(result: unknown, rename = (field: string) => field): void {
  if (result === true) return
  const { fields } = (result as { error: ValidationFailed }).error
  throw new ValidationFailed(
    Object.fromEntries(Object.entries(fields).map(([field, problem]) => [rename(field), problem])),
  )
}
