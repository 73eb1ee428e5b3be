import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  CHECKLIST_MAX,
  CHECKLIST_TEXT_MAX,
  COMMENT_MAX,
  DESCRIPTION_MAX,
  FILE_NAME_MAX,
  LABEL_MAX,
  LABELS_MAX,
  TITLE_MAX,
} from '../limits.js'
import { filledText, identifier, nullable, ref, stringEnum, text } from './builders.js'
import { FaultSettingsInput } from './fault-settings.js'
import { PRIORITIES, STATUSES } from './task.js'

/** The version of the format; another format is another version. */
export const SNAPSHOT_VERSION = 1

const lastId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const moment = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
    description,
    examples: ['2026-03-02T08:30:00Z'],
  })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const SnapshotAttachment = Type.Object({
  id: identifier('Its id.'),
  fileName: text({ minLength: 1, maxLength: FILE_NAME_MAX }),
  contentType: text({ minLength: 1, maxLength: 16_384, description: 'The media type.' }),
  uploadedAt: moment('When the file was uploaded.'),
  data: Type.String({
    maxLength: Math.ceil(ATTACHMENT_BYTES_MAX / 3) * 4,
    description: 'The bytes, in Base64.',
  }),
})

const SnapshotComment = Type.Object({
  id: identifier('Its id.'),
  text: filledText(COMMENT_MAX),
  createdAt: moment('When it was written.'),
  updatedAt: moment('When it was last changed.'),
})

const SnapshotTask = Type.Object({
  id: identifier('Its id.'),
  title: filledText(TITLE_MAX),
  description: nullable(text({ maxLength: DESCRIPTION_MAX })),
  status: stringEnum(STATUSES),
  priority: stringEnum(PRIORITIES),
  dueDate: nullable(Type.String({ format: 'date', examples: ['2026-04-30'] })),
  sortOrder: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  labels: Type.Array(filledText(LABEL_MAX), { maxItems: LABELS_MAX }),
  checklistItems: Type.Array(
    Type.Object({ id: identifier('Its id.'), text: filledText(CHECKLIST_TEXT_MAX), done: Type.Boolean() }),
    { maxItems: CHECKLIST_MAX },
  ),
  comments: Type.Array(SnapshotComment),
  attachments: Type.Array(SnapshotAttachment, { maxItems: ATTACHMENTS_MAX }),
  createdAt: moment('When the task was created.'),
  updatedAt: moment('When the task was last replaced or moved.'),
})
export type SnapshotTask = Static<typeof SnapshotTask>

export const Snapshot = Type.Object(
  {
    version: Type.Integer({
      minimum: SNAPSHOT_VERSION,
      maximum: SNAPSHOT_VERSION,
      description: 'The version of this format.',
    }),
    lastIds: Type.Object(
      { task: lastId, checklistItem: lastId, comment: lastId, attachment: lastId },
      { description: 'The last ids that were given, so that none comes again.' },
    ),
    tasks: Type.Array(SnapshotTask, { description: 'The tasks, by ascending id.' }),
    faults: Type.Object(
      {
        settings: Type.Unsafe<Static<typeof FaultSettingsInput> | null>({
          ...ref(FaultSettingsInput),
          nullable: true,
        }),
        seed: count,
        ordinal: count,
      },
      { description: 'The faults: as they are settled, `null` where they are not, and where their plan is.' },
    ),
  },
  { $id: 'Snapshot', description: 'Everything that a board holds, but for sessions and the journal.' },
)
export type Snapshot = Static<typeof Snapshot>
