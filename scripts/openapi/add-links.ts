import type { OpenAPIV3 } from 'openapi-types'
import { operationsOf } from './operations-of.js'

/** What a client can do with what an operation has created. */
interface Link {
  /** The parameters of the linked operations, as runtime expressions on the request and the response. */
  parameters: Readonly<Record<string, string>>
  /** The ids of the linked operations. */
  operations: readonly string[]
}

const CREATED = { id: '$response.body#/id' }
const REQUESTED = { id: '$request.path.id' }

/** The operations on a board. All of them require its token. */
const BOARD_OPERATIONS = [
  'getBoard',
  'deleteBoard',
  'resetBoard',
  'getFaults',
  'replaceFaults',
  'getFaultPlan',
  'getDefects',
  'replaceDefects',
  'getSnapshot',
  'loadSnapshot',
  'listRequests',
]

/** The links of the response of each operation that creates something. */
const LINKS: Readonly<Record<string, Link>> = {
  createTask: {
    parameters: CREATED,
    operations: ['getTask', 'replaceTask', 'deleteTask', 'reorderTask', 'createComment', 'uploadAttachments'],
  },
  createComment: {
    parameters: { ...REQUESTED, commentId: '$response.body#/id' },
    operations: ['updateComment', 'deleteComment'],
  },
  uploadAttachments: {
    parameters: { ...REQUESTED, attachmentId: '$response.body#/0/id' },
    operations: ['downloadAttachment', 'deleteAttachment'],
  },
  createBoard: { parameters: CREATED, operations: BOARD_OPERATIONS },
  createBoards: { parameters: { id: '$response.body#/boards/0/id' }, operations: BOARD_OPERATIONS },
  createClass: {
    parameters: CREATED,
    operations: ['getClass', 'changeClass', 'deleteClass', 'addClassBoards', 'resetClass', 'exportScores'],
  },
  addClassBoards: {
    parameters: { ...REQUESTED, board: '$response.body#/boards/0/id' },
    operations: ['renameLearner', 'removeClassBoard'],
  },
}

/**
 * Adds links from operations that create something to those that read, change and delete it. A document has only links to
 * its own operations.
 */
export function addLinks(document: OpenAPIV3.Document): void {
  const operations = operationsOf(document)
  const summaries = new Map(operations.map(({ operationId = '', summary }) => [operationId, summary]))
  for (const { operationId = '', responses } of operations) {
    const { parameters, operations: targets } = LINKS[operationId] ?? { parameters: {}, operations: [] }
    const links = targets
      .filter((target) => summaries.has(target))
      .map((target): [string, OpenAPIV3.LinkObject] => [
        target,
        { operationId: target, parameters, description: `${summaries.get(target)}.` },
      ])
    const created = responses[201] as OpenAPIV3.ResponseObject | undefined
    if (created !== undefined && links.length > 0) created.links = Object.fromEntries(links)
  }
}
