import { type Static, Type } from '@sinclair/typebox'
import { EDITIONS } from '../../api/editions/index.js'
import * as limits from '../../contract/limits.js'
import { Attachment } from '../../contract/schemas/attachment.js'
import { component, nullable, optionalComponent, ref } from '../../contract/schemas/builders.js'
import { Comment } from '../../contract/schemas/comment.js'
import { ChecklistItem, Task } from '../../contract/schemas/task.js'
import { filledText, integer, text } from '../../contract/schemas/values.js'
import { OptionalFaultSettings } from '../faults/schemas.js'

/** The version of the format. Increment it when the format changes. */
export const SNAPSHOT_VERSION = 1

const counted = Type.Integer({ minimum: 0, maximum: limits.COUNTER_MAX })
const seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Returns the maximum length of a text in any edition, because a service can offer several editions on one database. */
function longest(text: 'title' | 'description'): number {
  return Math.max(...EDITIONS.map(({ limits }) => limits[text]))
}

export const SnapshotAttachment = component('SnapshotAttachment', 'A file with its bytes.', {
  ...Type.Pick(Attachment, ['id', 'uploadedAt']).properties,
  fileName: text({ minLength: 1, maxLength: limits.FILE_NAME_MAX }),
  contentType: text({
    minLength: 1,
    maxLength: limits.MEDIA_TYPE_MAX,
    description: 'The media type of the file.',
  }),
  data: Type.String({
    maxLength: Math.ceil(limits.ATTACHMENT_BYTES_MAX / 3) * 4,
    description: 'The bytes of the file in Base64.',
  }),
})

export const SnapshotComment = component('SnapshotComment', 'A comment on a task.', {
  ...Comment.properties,
  text: filledText(limits.COMMENT_MAX),
})

export const SnapshotItem = component('SnapshotItem', 'An item of a checklist.', {
  ...ChecklistItem.properties,
  text: filledText(limits.CHECKLIST_TEXT_MAX),
})

export const SnapshotTask = component('SnapshotTask', 'The full task.', {
  ...Task.properties,
  title: filledText(longest('title')),
  description: nullable(text({ maxLength: longest('description') })),
  sortOrder: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  labels: Type.Array(filledText(limits.LABEL_MAX), { maxItems: limits.LABELS_MAX }),
  checklistItems: Type.Array(ref(SnapshotItem), { maxItems: limits.CHECKLIST_MAX }),
  comments: Type.Array(ref(SnapshotComment)),
  attachments: Type.Array(ref(SnapshotAttachment), { maxItems: limits.ATTACHMENTS_MAX }),
})
export type SnapshotTask = Static<typeof SnapshotTask>

export const LastIds = component('LastIds', 'The highest assigned ids. New ids are greater.', {
  task: counted,
  checklistItem: counted,
  comment: counted,
  attachment: counted,
})

export const SnapshotFaults = component(
  'SnapshotFaults',
  'The fault settings, if they were configured, and the state of the fault plan.',
  { settings: Type.Optional(ref(OptionalFaultSettings)), seed, ordinal: counted },
)

export const Snapshot = component('Snapshot', 'The content of a board except its sessions and its log.', {
  version: integer(SNAPSHOT_VERSION, SNAPSHOT_VERSION, 'The version of this format.'),
  lastIds: ref(LastIds),
  tasks: Type.Array(ref(SnapshotTask), { description: 'The tasks by ascending id.' }),
  faults: ref(SnapshotFaults),
})
export type Snapshot = Static<typeof Snapshot>

export const OptionalSnapshot = optionalComponent(Snapshot, 'OptionalSnapshot')
