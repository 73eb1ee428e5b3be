import { DEFAULT_SETTINGS } from '../chaos/settings.js'
import { ValidationFailed } from '../errors.js'
import { ATTACHMENT_BYTES_MAX } from '../limits.js'
import { checkMediaType } from '../routes/part-headers.js'
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotTask } from '../schemas/snapshot.js'
import { STATUSES } from '../schemas/task.js'
import type { BoardContent } from '../store/store.js'
import { toSettings } from './fault-settings.js'

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
    faults: { settings: settings as Snapshot['faults']['settings'], seed, ordinal },
  }
}

/**
 * What a document of a valid shape holds.
 *
 * @throws ValidationFailed where no board could hold it
 */
export function fromSnapshot({ lastIds, tasks, faults }: Snapshot): BoardContent {
  const problems: Record<string, string> = {}
  checkIds(tasks, lastIds, problems)
  checkPlaces(tasks, problems)
  const content = tasks.map(({ attachments, ...task }, index) => ({
    ...task,
    attachments: attachments.map(({ data, ...attachment }, position) => {
      const key = `tasks[${index}].attachments[${position}]`
      const bytes = Buffer.from(data, 'base64')
      if (bytes.toString('base64') !== data) problems[`${key}.data`] = 'Data must be valid Base64'
      if (bytes.length > ATTACHMENT_BYTES_MAX) {
        problems[`${key}.data`] = `Data must be at most ${ATTACHMENT_BYTES_MAX} bytes`
      }
      if (checkMediaType(attachment.contentType) === undefined) {
        problems[`${key}.contentType`] = 'Content type must be a media type'
      }
      return { ...attachment, bytes }
    }),
  }))
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems)
  const settings = faults.settings && { ...DEFAULT_SETTINGS, ...toSettings(faults.settings) }
  return { lastIds, tasks: content, faults: { ...faults, settings } }
}

/** Ids ascend, none is given twice, and none comes after the last. */
function checkIds(
  tasks: SnapshotTask[],
  lastIds: Snapshot['lastIds'],
  problems: Record<string, string>,
): void {
  const seen = { task: new Set(), checklistItem: new Set(), comment: new Set(), attachment: new Set() }
  let before = 0
  for (const [index, task] of tasks.entries()) {
    const at = `tasks[${index}]`
    check('task', at, task.id)
    if (task.id <= before) problems[`${at}.id`] = 'Id must be greater than that of the task before'
    before = task.id
    for (const [kind, name] of PARTS) {
      let last = 0
      for (const [position, { id }] of task[name].entries()) {
        const key = `${at}.${name}[${position}]`
        check(kind, key, id)
        if (kind !== 'checklistItem' && id <= last)
          problems[`${key}.id`] = 'Id must be greater than the one before'
        last = id
      }
    }
  }

  function check(kind: keyof typeof seen, key: string, id: number): void {
    if (seen[kind].has(id)) problems[`${key}.id`] = 'Id must not be given twice'
    if (id > lastIds[kind]) problems[`${key}.id`] = `Id must not be greater than lastIds.${kind}`
    seen[kind].add(id)
  }
}

const PARTS = [
  ['checklistItem', 'checklistItems'],
  ['comment', 'comments'],
  ['attachment', 'attachments'],
] as const

/** The places of a column of n tasks are exactly 0 … n−1 (decision 18). */
function checkPlaces(tasks: SnapshotTask[], problems: Record<string, string>): void {
  for (const status of STATUSES) {
    const places = tasks.filter((task) => task.status === status).map(({ sortOrder }) => sortOrder)
    const isWhole = places.toSorted((a, b) => a - b).every((place, index) => place === index)
    if (!isWhole)
      problems.tasks = `Tasks of a column must have the places 0 to n-1, and those of ${status} do not`
  }
}
