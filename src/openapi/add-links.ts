import type { OpenAPIV3 } from 'openapi-types'

/** What a client can do with what an operation has created. */
interface Link {
  /** The parameters of the linked operations, as runtime expressions on the request and the response. */
  parameters: Readonly<Record<string, string>>
  /** The ids of the linked operations. */
  operations: readonly string[]
}

const TASK = { id: '$response.body#/id' }
const TASK_OF_REQUEST = { id: '$request.path.id' }
const BOARD = { id: '$response.body#/id' }

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
    parameters: TASK,
    operations: ['getTask', 'replaceTask', 'deleteTask', 'reorderTask', 'createComment', 'uploadAttachments'],
  },
  createComment: {
    parameters: { ...TASK_OF_REQUEST, commentId: '$response.body#/id' },
    operations: ['updateComment', 'deleteComment'],
  },
  uploadAttachments: {
    parameters: { ...TASK_OF_REQUEST, attachmentId: '$response.body#/0/id' },
    operations: ['downloadAttachment', 'deleteAttachment'],
  },
  createBoard: { parameters: BOARD, operations: BOARD_OPERATIONS },
  createBoards: { parameters: { id: '$response.body#/boards/0/id' }, operations: BOARD_OPERATIONS },
  createClass: {
    parameters: { id: '$response.body#/id' },
    operations: ['getClass', 'changeClass', 'deleteClass', 'addClassBoards', 'resetClass', 'exportScores'],
  },
  addClassBoards: {
    parameters: { id: '$request.path.id', board: '$response.body#/boards/0/id' },
    operations: ['renameLearner', 'removeClassBoard'],
  },
}

/**
 * Adds links from operations that create something to those that read, change and delete it. A document has only links to
 * its own operations.
 */
export function addLinks(document: OpenAPIV3.Document): void {
  const operations = Object.values(document.paths).flatMap(
    (item) => Object.values(item ?? {}) as OpenAPIV3.OperationObject[],
  )
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
