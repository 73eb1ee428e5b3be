import { SnapshotTooLarge, ValidationFailed } from '../../contract/errors.js'
import { ATTACHMENT_BYTES_MAX } from '../../contract/limits.js'
import { isFileName, isMediaType } from '../../contract/schemas/attachment-rules.js'
import { STATUSES } from '../../contract/schemas/enumerations.js'
import { LAST_YEAR, normalizeTimestamp } from '../../contract/time.js'
import type { ContentTask } from '../../rooms/board/content.js'
import type { Steps } from '../../rooms/board/steps.js'
import type { BoardContent } from '../../rooms/content-methods.js'
import type { FaultSettings } from '../../rooms/room.js'
import { toSettings } from '../faults/routes.js'
import type { FaultSettingsInput } from '../faults/schemas.js'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotTask } from './schemas.js'

/** The size in UTF-16 code units from which a piece is full. */
const PIECE_LENGTH = 65_536

/**
 * Renders the content of a board as a snapshot, in pieces.
 *
 * @param max the maximum size of the snapshot in bytes
 * @throws SnapshotTooLarge
 */
export function* renderSnapshot({ lastIds, tasks, faults }: BoardContent, max: number): Steps<Buffer[]> {
  const { settings, seed, ordinal } = faults
  const state: Snapshot['faults'] = { ...(settings !== null && { settings: toInput(settings) }), seed, ordinal }
  const pieces: Buffer[] = []
  let text = `{"version":${SNAPSHOT_VERSION},"lastIds":${JSON.stringify(lastIds)},"tasks":[`
  for (const [index, task] of tasks.entries()) {
    text += (index === 0 ? '' : ',') + JSON.stringify(toSnapshotTask(task))
    if (text.length >= PIECE_LENGTH) {
      pieces.push(Buffer.from(text))
      text = ''
    }
    yield
  }
  pieces.push(Buffer.from(`${text}],"faults":${JSON.stringify(state)}}`))
  if (sizeOf(pieces) > max) throw new SnapshotTooLarge(max)
  return pieces
}

function toSnapshotTask({ task, files }: ContentTask): SnapshotTask {
  const attachments = task.attachments.map(({ fileSizeBytes: _, ...attachment }, index) => ({
    ...attachment,
    data: Buffer.from(files[index] as Uint8Array).toString('base64'),
  }))
  return { ...task, attachments }
}

/** Returns the total size of pieces in bytes. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Converts fault settings to the request body that configures them. */
function toInput({ delay, script, ...settings }: FaultSettings): FaultSettingsInput {
  return {
    ...settings,
    ...(delay !== null && { delay }),
    ...(script !== null && { script }),
  }
}

/**
 * Converts a snapshot to the content of a board.
 *
 * @param snapshot a snapshot that is valid by its schema
 * @throws ValidationFailed if the snapshot breaks a rule that the schema cannot express
 */
export function* fromSnapshot({ lastIds, tasks, faults }: Snapshot): Steps<BoardContent> {
  const problems = new Map<string, string>()
  const report: Report = (field, problem) => {
    if (problems.size < PROBLEMS_MAX) problems.set(field, problem)
  }
  const checkTask = taskChecker(lastIds, report)
  const content: ContentTask[] = []
  for (const [index, task] of tasks.entries()) {
    const at = `tasks[${index}]`
    checkTask(task, at)
    content.push(readFiles(task, at, report))
    yield
  }
  checkSortOrder(tasks, report)
  if (problems.size > 0) throw new ValidationFailed(Object.fromEntries(problems))
  const { settings, seed, ordinal } = faults
  const ownSettings = settings == null ? null : toSettings(settings, 'faults.settings.')
  return { lastIds, tasks: content, faults: { settings: ownSettings, seed, ordinal } }
}

/** A function that records a problem with a field. */
type Report = (field: string, problem: string) => void

/** The maximum number of problems in a response. */
const PROBLEMS_MAX = 100

/** The lists of a task, by the kind of their items in `lastIds`. */
const PARTS = [
  ['checklistItem', 'checklistItems'],
  ['comment', 'comments'],
  ['attachment', 'attachments'],
] as const

/**
 * Returns a function that checks the ids and the timestamps of a task. It reports ids that are not unique, or greater than the
 * last id of their kind, and, except for checklist items, ids that are not ascending.
 */
function taskChecker(lastIds: Snapshot['lastIds'], report: Report) {
  const seen = { task: new Set(), checklistItem: new Set(), comment: new Set(), attachment: new Set() }
  let previousTask = 0

  /** @returns the id */
  function check(kind: keyof typeof seen, key: string, part: { id: number }, previous: number): number {
    const { id } = part
    if (seen[kind].has(id)) report(`${key}.id`, 'Id must be unique')
    if (id > lastIds[kind]) report(`${key}.id`, `Id must not be greater than lastIds.${kind}`)
    const one = kind === 'task' ? 'id of the previous task' : 'previous one'
    if (id <= previous && kind !== 'checklistItem') report(`${key}.id`, `Id must be greater than the ${one}`)
    seen[kind].add(id)
    normalizeTimestamps(part, key, report)
    return id
  }

  return (task: SnapshotTask, at: string) => {
    previousTask = check('task', at, task, previousTask)
    for (const [kind, name] of PARTS) {
      let previous = 0
      for (const [position, part] of task[name].entries()) {
        previous = check(kind, `${at}.${name}[${position}]`, part, previous)
      }
    }
  }
}

/** Checks and decodes the attachments of a task. */
function readFiles(task: SnapshotTask, at: string, report: Report): ContentTask {
  const files: Buffer[] = []
  const attachments = task.attachments.map(({ data, ...attachment }, position) => {
    const key = `${at}.attachments[${position}]`
    const bytes = Buffer.from(data, 'base64')
    if (bytes.toString('base64') !== data) report(`${key}.data`, 'Data must be valid Base64')
    if (bytes.length > ATTACHMENT_BYTES_MAX) {
      report(`${key}.data`, `Data must be at most ${ATTACHMENT_BYTES_MAX} bytes`)
    }
    if (!isFileName(attachment.fileName)) report(`${key}.fileName`, 'File name must not contain a path')
    if (!isMediaType(attachment.contentType)) report(`${key}.contentType`, 'Content type must be a media type')
    files.push(bytes)
    return { ...attachment, fileSizeBytes: bytes.length }
  })
  return { task: { ...task, attachments }, files }
}

/**
 * Changes timestamps to the format of the API. Clients that decode them into times send them back with an offset, or with
 * fractions of a second.
 */
function normalizeTimestamps(part: Record<string, unknown>, key: string, report: Report): void {
  for (const name of ['createdAt', 'updatedAt', 'uploadedAt'].filter((name) => name in part)) {
    const timestamp = normalizeTimestamp(String(part[name]))
    if (timestamp !== undefined) part[name] = timestamp
    else report(`${key}.${name}`, `Time must be in the years 0000 to ${LAST_YEAR}, and not in a leap second`)
  }
}

/** Reports a column whose n tasks do not have exactly the `sortOrder` values 0 … n−1 (decision 18). */
function checkSortOrder(tasks: SnapshotTask[], report: Report): void {
  for (const status of STATUSES) {
    const positions = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const isContiguous = positions.toSorted((a, b) => a - b).every((position, index) => position === index)
    if (!isContiguous) report('tasks', `The sortOrder values of the ${status} tasks must be 0 to n-1, each once`)
  }
}
