import { SnapshotTooLarge, ValidationFailed } from '../errors.js'
import { ATTACHMENT_BYTES_MAX, COUNTER_MAX } from '../limits.js'
import { isFileName, isMediaType } from '../schemas/attachment-rules.js'
import { STATUSES } from '../schemas/task.js'
import type { BoardContent, FaultSettings } from '../store/store.js'
import { toSettings } from './fault-routes.js'
import type { FaultSettingsInput } from './schemas/fault-settings.js'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotTask } from './schemas/snapshot.js'

/** The length of the text that is rendered in one turn of the event loop, in characters. */
const PIECE = 1_048_576

/**
 * Renders the content of a board as a snapshot. Other requests are served between the pieces.
 *
 * @param max the maximum size of the snapshot in bytes
 * @throws SnapshotTooLarge
 */
export async function renderSnapshot({ lastIds, tasks, faults }: BoardContent, max: number): Promise<Buffer> {
  const { settings, seed, ordinal } = faults
  const pieces: Buffer[] = []
  let size = 0
  let text = `{"version":${SNAPSHOT_VERSION},"lastIds":${JSON.stringify(lastIds)},"tasks":[`
  for (const [index, task] of tasks.entries()) {
    text += (index === 0 ? '' : ',') + JSON.stringify(toSnapshotTask(task))
    if (text.length < PIECE) continue
    push()
    await new Promise(setImmediate)
  }
  const state: Snapshot['faults'] = { ...(settings !== null && { settings: toInput(settings) }), seed, ordinal }
  text += `],"faults":${JSON.stringify(state)}}`
  push()
  return Buffer.concat(pieces)

  function push(): void {
    const piece = Buffer.from(text)
    text = ''
    size += piece.length
    if (size > max) throw new SnapshotTooLarge(max)
    pieces.push(piece)
  }
}

function toSnapshotTask({ attachments, ...task }: BoardContent['tasks'][number]): SnapshotTask {
  return {
    ...task,
    attachments: attachments.map(({ id, fileName, contentType, uploadedAt, bytes }) => ({
      id,
      fileName,
      contentType,
      uploadedAt,
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    })),
  }
}

/** Converts fault settings to the request body that configures them. */
function toInput({ delay, script, ...settings }: FaultSettings): FaultSettingsInput {
  return {
    ...settings,
    ...(delay !== null && { delay: [...delay] }),
    ...(script !== null && { script: script.map((names) => [...names]) }),
  }
}

/**
 * Converts a snapshot to the content of a board.
 *
 * @param snapshot a snapshot that is valid by its schema
 * @throws ValidationFailed if the snapshot breaks a rule that the schema cannot express
 */
export function fromSnapshot({ lastIds, tasks, faults }: Snapshot): BoardContent {
  const { problems, report } = collectProblems()
  for (const [kind, id] of Object.entries(lastIds)) checkCount(`lastIds.${kind}`, id, report)
  checkCount('faults.ordinal', faults.ordinal, report)
  checkIds(tasks, lastIds, report)
  checkSortOrder(tasks, report)
  const content = tasks.map(({ attachments, ...task }, index) => ({
    ...task,
    attachments: attachments.map(({ data, ...attachment }, position) => {
      const key = `tasks[${index}].attachments[${position}]`
      const bytes = Buffer.from(data, 'base64')
      if (bytes.toString('base64') !== data) report(`${key}.data`, 'Data must be valid Base64')
      if (bytes.length > ATTACHMENT_BYTES_MAX) {
        report(`${key}.data`, `Data must be at most ${ATTACHMENT_BYTES_MAX} bytes`)
      }
      if (!isFileName(attachment.fileName)) {
        report(`${key}.fileName`, 'File name must not contain a path')
      }
      if (!isMediaType(attachment.contentType)) {
        report(`${key}.contentType`, 'Content type must be a media type')
      }
      // Attachments are moved to another thread, so each needs memory of its own.
      return { ...attachment, bytes: new Uint8Array(bytes) }
    }),
  }))
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems)
  const { settings, seed, ordinal } = faults
  return {
    lastIds,
    tasks: content,
    faults: {
      settings: settings === undefined ? null : toSettings(settings, 'faults.settings.'),
      seed,
      ordinal,
    },
  }
}

/** A function that records a problem with a field. */
type Report = (field: string, problem: string) => void

/** The maximum number of problems in a response. */
const PROBLEMS_MAX = 100

function collectProblems(): { problems: Record<string, string>; report: Report } {
  const problems: Record<string, string> = {}
  let count = 0
  return {
    problems,
    report(field, problem) {
      if (count++ < PROBLEMS_MAX) problems[field] = problem
    },
  }
}

/** Reports a count that is too large. Ids and ordinal numbers continue from it, and must stay safe integers. */
function checkCount(key: string, count: number, report: Report): void {
  if (count > COUNTER_MAX) report(key, `Count must not be greater than ${COUNTER_MAX}`)
}

/**
 * Reports ids that are not unique, or greater than the last id of their kind. Except for checklist items, it also
 * reports ids that are not ascending.
 */
function checkIds(tasks: SnapshotTask[], lastIds: Snapshot['lastIds'], report: Report): void {
  const seen = { task: new Set(), checklistItem: new Set(), comment: new Set(), attachment: new Set() }
  let previousTask = 0
  for (const [index, task] of tasks.entries()) {
    const at = `tasks[${index}]`
    check('task', at, task.id)
    if (task.id <= previousTask) report(`${at}.id`, 'Id must be greater than the id of the previous task')
    previousTask = task.id
    for (const [kind, name] of PARTS) {
      let previous = 0
      for (const [position, { id }] of task[name].entries()) {
        const key = `${at}.${name}[${position}]`
        check(kind, key, id)
        if (kind !== 'checklistItem' && id <= previous) report(`${key}.id`, 'Id must be greater than the previous one')
        previous = id
      }
    }
  }

  function check(kind: keyof typeof seen, key: string, id: number): void {
    if (seen[kind].has(id)) report(`${key}.id`, 'Id must be unique')
    if (id > lastIds[kind]) report(`${key}.id`, `Id must not be greater than lastIds.${kind}`)
    seen[kind].add(id)
  }
}

const PARTS = [
  ['checklistItem', 'checklistItems'],
  ['comment', 'comments'],
  ['attachment', 'attachments'],
] as const

/** Reports a column whose n tasks do not have exactly the `sortOrder` values 0 … n−1 (decision 18). */
function checkSortOrder(tasks: SnapshotTask[], report: Report): void {
  for (const status of STATUSES) {
    const positions = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const isContiguous = positions.toSorted((a, b) => a - b).every((position, index) => position === index)
    if (!isContiguous) report('tasks', `The sortOrder values of the ${status} tasks must be 0 to n-1, each once`)
  }
}
