import type { FastifyInstance } from 'fastify'
import { openapi } from '../openapi/plugin.js'
import { Board, BoardInput, BoardPage, NewBoard, NewBoards, ResetInput } from '../schemas/board.js'
import { ErrorBody } from '../schemas/error.js'
import { FaultPlan, FaultSettings, FaultSettingsInput, PlannedRequest } from '../schemas/fault-settings.js'
import { JournalPage, RecordedRequest } from '../schemas/journal.js'
import { Snapshot } from '../schemas/snapshot.js'
import { type AuthorityOptions, createAuthority } from './authority.js'
import { CONTROL_EXAMPLES } from './examples.js'
import { type FaultRoutesOptions, faultRoutes } from './fault-routes.js'
import { journalRoutes } from './journal-routes.js'
import { type BoardRoutesOptions, boardRoutes } from './routes.js'
import { type SnapshotRoutesOptions, snapshotRoutes } from './snapshot-routes.js'

/** The name of the document, and where it is published, without extension. */
export const CONTROL_DOCUMENT = { name: 'control', path: '/boards/openapi' }

const COMPONENTS = [
  Board,
  BoardInput,
  BoardPage,
  NewBoard,
  NewBoards,
  ResetInput,
  FaultSettings,
  FaultSettingsInput,
  FaultPlan,
  PlannedRequest,
  JournalPage,
  RecordedRequest,
  Snapshot,
  ErrorBody,
]

export type ControlOptions = AuthorityOptions &
  Omit<BoardRoutesOptions & FaultRoutesOptions & SnapshotRoutesOptions, 'authority'>

/** The API that boards are made and looked after with, and its document. */
export async function control(app: FastifyInstance, options: ControlOptions): Promise<void> {
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(openapi, {
    ...CONTROL_DOCUMENT,
    title: 'Task Board Service boards',
    description:
      'Private boards: each is a whole service of its own under a base URL of its own, and belongs to whoever holds its `ownerToken`.',
    tags: [
      { name: 'Boards', description: 'Making boards, looking after them, and taking them away.' },
      { name: 'Faults', description: 'What the buggy variant of a board does, and when.' },
      { name: 'Snapshots', description: 'Everything that a board holds, as one document.' },
      { name: 'Journal', description: 'What was asked of a board, and what it answered.' },
    ],
    bearer: { type: 'http', scheme: 'bearer' },
    prefix: '',
    examples: CONTROL_EXAMPLES,
    publicUrl: options.publicUrl,
  })
  const authority = createAuthority(app.store, options)
  await app.register(boardRoutes, { ...options, authority })
  await app.register(faultRoutes, { ...options, authority })
  await app.register(journalRoutes, { authority })
  await app.register(snapshotRoutes, { ...options, authority })
}
