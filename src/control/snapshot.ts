import { ValidationFailed } from '../errors.js'
import { ATTACHMENT_BYTES_MAX, COUNTED_MAX } from '../limits.js'
import { isFileName, isMediaType } from '../schemas/attachment-rules.js'
import { STATUSES } from '../schemas/task.js'
import type { BoardContent, FaultSettings } from '../store/store.js'
import { toSettings } from './fault-settings.js'
import type { FaultSettingsInput } from './schemas/fault-settings.js'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotTask } from './schemas/snapshot.js'

/** What a board holds, as one document. */
export function toSnapshot({ lastIds, tasks, faults }: BoardContent): Snapshot {
  const { settings, seed, ordinal } = faults
  return {
    version: SNAPSHOT_VERSION,
    lastIds,
    tasks: tasks.map(({ attachments, ...task }) => ({
      ...task,
      attachments: attachments.map(({ id, fileName, contentType, uploadedAt, bytes }) => ({
        id,
        fileName,
        contentType,
        uploadedAt,
        data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      })),
    })),
    faults: { ...(settings !== null && { settings: toInput(settings) }), seed, ordinal },
  }
}

/** Settings as a request would settle them. */
function toInput({ delay, script, ...settings }: FaultSettings): FaultSettingsInput {
  return {
    ...settings,
    ...(delay !== null && { delay: [...delay] }),
    ...(script !== null && { script: script.map((names) => [...names]) }),
  }
}

/**
 * What a document of a valid shape holds.
 *
 * @throws ValidationFailed where no board could hold it
 */
export function fromSnapshot({ lastIds, tasks, faults }: Snapshot): BoardContent {
  const { problems, note } = collectProblems()
  for (const [kind, last] of Object.entries(lastIds)) checkCount(`lastIds.${kind}`, last, note)
  checkCount('faults.ordinal', faults.ordinal, note)
  checkIds(tasks, lastIds, note)
  checkPlaces(tasks, note)
  const content = tasks.map(({ attachments, ...task }, index) => ({
    ...task,
    attachments: attachments.map(({ data, ...attachment }, position) => {
      const key = `tasks[${index}].attachments[${position}]`
      const bytes = Buffer.from(data, 'base64')
      if (bytes.toString('base64') !== data) note(`${key}.data`, 'Data must be valid Base64')
      if (bytes.length > ATTACHMENT_BYTES_MAX) {
        note(`${key}.data`, `Data must be at most ${ATTACHMENT_BYTES_MAX} bytes`)
      }
      if (!isFileName(attachment.fileName)) {
        note(`${key}.fileName`, 'File name must be one without a path')
      }
      if (!isMediaType(attachment.contentType)) {
        note(`${key}.contentType`, 'Content type must be a media type')
      }
      return { ...attachment, bytes }
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

/** Takes note of what is wrong with a field. */
type Note = (field: string, problem: string) => void

/** How many problems are told of at most. */
const PROBLEMS_MAX = 100

function collectProblems(): { problems: Record<string, string>; note: Note } {
  const problems: Record<string, string> = {}
  let count = 0
  return {
    problems,
    note(field, problem) {
      if (count++ < PROBLEMS_MAX) problems[field] = problem
    },
  }
}

/** There is room to count on. */
function checkCount(key: string, count: number, note: Note): void {
  if (count > COUNTED_MAX) note(key, `Count must not be greater than ${COUNTED_MAX}`)
}

/** Ids ascend, none is given twice, and none comes after the last. */
function checkIds(tasks: SnapshotTask[], lastIds: Snapshot['lastIds'], note: Note): void {
  const seen = { task: new Set(), checklistItem: new Set(), comment: new Set(), attachment: new Set() }
  let before = 0
  for (const [index, task] of tasks.entries()) {
    const at = `tasks[${index}]`
    check('task', at, task.id)
    if (task.id <= before) note(`${at}.id`, 'Id must be greater than that of the task before')
    before = task.id
    for (const [kind, name] of PARTS) {
      let last = 0
      for (const [position, { id }] of task[name].entries()) {
        const key = `${at}.${name}[${position}]`
        check(kind, key, id)
        if (kind !== 'checklistItem' && id <= last)
          note(`${key}.id`, 'Id must be greater than the one before')
        last = id
      }
    }
  }

  function check(kind: keyof typeof seen, key: string, id: number): void {
    if (seen[kind].has(id)) note(`${key}.id`, 'Id must not be given twice')
    if (id > lastIds[kind]) note(`${key}.id`, `Id must not be greater than lastIds.${kind}`)
    seen[kind].add(id)
  }
}

const PARTS = [
  ['checklistItem', 'checklistItems'],
  ['comment', 'comments'],
  ['attachment', 'attachments'],
] as const

/** The places of a column of n tasks are exactly 0 … n−1 (decision 18). */
function checkPlaces(tasks: SnapshotTask[], note: Note): void {
  for (const status of STATUSES) {
    const places = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const isWhole = places.toSorted((a, b) => a - b).every((place, index) => place === index)
    if (!isWhole)
      note('tasks', `Tasks of a column must have the places 0 to n-1, and those of ${status} do not`)
  }
}
