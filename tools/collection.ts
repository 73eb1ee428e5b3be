import { promisify } from 'node:util'
import { convert } from 'openapi-to-postmanv2'
import type { OpenAPIV3 } from 'openapi-types'
import type {
  CollectionDefinition,
  EventDefinition,
  ItemDefinition,
  ItemGroupDefinition,
  RequestDefinition,
  UrlDefinition,
} from 'postman-collection'

/**
 * The variables that each operation sets from its response, as expressions of `body`. Fields that the response does not
 * have are left out.
 */
const OUTPUTS: Record<string, Record<string, string>> = {
  login: { bearerToken: 'body.token', refreshToken: 'body.refreshToken' },
  refresh: { bearerToken: 'body.token', refreshToken: 'body.refreshToken' },
  createTask: { taskId: 'body.id' },
  createComment: { commentId: 'body.id' },
  uploadAttachments: { attachmentId: 'body[0].id' },
  createBoard: { boardId: 'body.id', bearerToken: 'body.ownerToken' },
  createClass: {
    classId: 'body.id',
    classBoardId: 'body.boards[0].id',
    joinCode: 'body.joinCode',
    trainerSecret: 'body.trainerSecret',
  },
  replaceTrainerSecret: { trainerSecret: 'body.trainerSecret' },
  replaceJoinCode: { joinCode: 'body.joinCode' },
}

/** The values of path parameters, without `id`: such variables, and the name of a defect. */
const INPUTS: Record<string, string> = {
  commentId: '{{commentId}}',
  attachmentId: '{{attachmentId}}',
  board: '{{classBoardId}}',
  name: 'list-ignores-status',
}

const VARIABLES = {
  bearerToken: '',
  refreshToken: '',
  adminToken: '',
  boardId: '',
  classId: '',
  classBoardId: '',
  joinCode: '',
  trainerSecret: '',
  taskId: '1',
  commentId: '1',
  attachmentId: '1',
}

/** The operations at the end of the collection, so that all requests succeed in their order. */
const CLEANUP = [
  'deleteComment',
  'deleteAttachment',
  'deleteTask',
  'deleteAllTasks',
  'logout',
  'removeClassBoard',
  'deleteExercise',
  'deleteClass',
  'deleteBoard',
]

/** The operations that require the token of the administrator. */
const ADMIN_OPERATIONS = ['createBoards', 'listBoards', 'listClasses']

/** The tag of operations that require the secret of the trainer, where they require a token. */
const TRAINER_TAG = 'Classes'

/** The file that the upload sends, in the folder of the collections. */
export const EXAMPLE_FILE = 'example.txt'

const OPTIONS = {
  folderStrategy: 'Tags',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  enableOptionalParameters: false,
}

/**
 * Converts a document into a Postman collection. Every request has its example and a test of its status. The order is
 * one in which all requests succeed. Streams of events are left out.
 *
 * @param document the published document
 * @param baseUrl the default of the variable `baseUrl`
 */
export async function createCollection(document: OpenAPIV3.Document, baseUrl: string): Promise<CollectionDefinition> {
  const outcome = await promisify(convert)({ type: 'json', data: withoutPatterns(document) }, OPTIONS)
  if (!outcome.result) throw new Error(outcome.reason)
  const operations = new Map(operationsOf(document).map((operation) => [operation.summary, operation]))
  const id = document.paths['/boards/{id}'] === undefined ? '{{taskId}}' : '{{boardId}}'
  const collection = withoutRandomValues(outcome.output[0].data, parametersWithoutValue([...operations.values()]))

  const folders = (collection.item ?? []) as ItemGroupDefinition[]
  const cleanup: [number, ItemDefinition][] = []
  for (const folder of folders) {
    folder.item = (folder.item as ItemDefinition[]).filter((item) => {
      const operation = operations.get(item.name)
      if (operation === undefined) throw new Error(`${item.name} is not an operation of the document`)
      if (isStream(operation)) return false
      complete(item, operation, id)
      const position = CLEANUP.indexOf(operation.operationId ?? '')
      if (position !== -1) cleanup.push([position, item])
      return position === -1
    })
  }
  const cleanupItems = cleanup.sort(([a], [b]) => a - b).map(([, item]) => item)
  return {
    ...collection,
    item: [...folders, { name: 'Clean up', item: cleanupItems }],
    variable: Object.entries({ baseUrl, ...VARIABLES })
      .filter(([key]) => key === 'baseUrl' || JSON.stringify(collection).includes(`{{${key}}}`))
      .map(([key, value]) => ({ key, value, type: 'string' })),
  }
}

function operationsOf({ paths }: OpenAPIV3.Document): OpenAPIV3.OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item as Record<string, OpenAPIV3.OperationObject>))
}

/** Whether the response of an operation has no end, so that Postman would wait for it forever. */
function isStream({ responses }: OpenAPIV3.OperationObject): boolean {
  return Object.keys((responses['200'] as OpenAPIV3.ResponseObject | undefined)?.content ?? {}).includes(
    'text/event-stream',
  )
}

function parametersWithoutValue(operations: OpenAPIV3.OperationObject[]): string[] {
  return operations
    .flatMap(({ parameters = [] }) => parameters as OpenAPIV3.ParameterObject[])
    .filter(({ example, examples, schema }) => {
      const { default: usual } = schema as OpenAPIV3.SchemaObject
      return example === undefined && examples === undefined && usual === undefined
    })
    .map(({ name }) => name)
}

/**
 * Removes the values that the converter generates anew on every run: ids, which Postman assigns itself, and values of
 * parameters that have neither an example nor a default in the document.
 */
function withoutRandomValues(collection: CollectionDefinition, parameters: readonly string[]): CollectionDefinition {
  return JSON.parse(JSON.stringify(collection), function (key, value) {
    const named = ['item', 'request', 'originalRequest'].some((member) => member in this)
    if (key === '_postman_id' || (key === 'id' && named)) return undefined
    return key === 'value' && parameters.includes(this.key) ? '' : value
  })
}

/**
 * Adds the variables to a request, and a test of its response.
 *
 * @param id the value of the path parameter `id`
 */
function complete(item: ItemDefinition, operation: OpenAPIV3.OperationObject, id: string): void {
  const request = item.request as RequestDefinition
  const isOfClass = operation.tags?.includes(TRAINER_TAG) === true
  for (const variable of (request.url as UrlDefinition).variable ?? []) {
    variable.value =
      variable.key === 'id' ? (isOfClass ? '{{classId}}' : id) : (INPUTS[variable.key ?? ''] ?? variable.value)
  }
  const token = ADMIN_OPERATIONS.includes(operation.operationId ?? '')
    ? '{{adminToken}}'
    : isOfClass && operation.security?.length === 1
      ? '{{trainerSecret}}'
      : undefined
  if (token !== undefined) {
    request.auth = { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] }
  }
  if (operation.operationId === 'joinClass') {
    request.body = {
      ...request.body,
      mode: 'raw',
      raw: JSON.stringify({ code: '{{joinCode}}', name: 'Grace' }, null, 2),
    }
  }
  if (operation.operationId === 'refresh' && operation.requestBody !== undefined) {
    request.body = {
      ...request.body,
      mode: 'raw',
      raw: JSON.stringify({ refreshToken: '{{refreshToken}}' }, null, 2),
    }
  }
  // A later request reads the drill of the board.
  if (operation.operationId === 'replaceExercise') {
    const { raw = '' } = request.body ?? {}
    request.body = {
      ...request.body,
      mode: 'raw',
      raw: JSON.stringify({ ...JSON.parse(raw), drill: { profile: 'network' } }, null, 2),
    }
  }
  // The converter treats a list of files as text.
  if (request.body?.mode === 'formdata') {
    request.body.formdata = [{ key: 'files', type: 'file', src: EXAMPLE_FILE } as never]
  }
  Object.assign(item, { event: [testOf(operation)] })
}

function testOf({ operationId = '', responses }: OpenAPIV3.OperationObject): EventDefinition {
  const [success = '', response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { examples = {} } = (response as OpenAPIV3.ResponseObject | undefined)?.content?.['application/json'] ?? {}
  const [example] = Object.values(examples) as OpenAPIV3.ExampleObject[]
  const outputs = Object.entries(OUTPUTS[operationId] ?? {}).filter(([, value]) => {
    const field = /^body\.(\w+)$/.exec(value)?.[1]
    return field === undefined || field in (example?.value ?? {})
  })
  return {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [
        `pm.test('returns ${success}', () => pm.response.to.have.status(${success}))`,
        ...(outputs.length === 0 ? [] : ['const body = pm.response.json()']),
        ...outputs.map(([variable, value]) => `pm.collectionVariables.set('${variable}', ${value})`),
      ],
    },
  }
}

/** Returns a copy whose parameters have no patterns. The converter would invent a new random value for each of them. */
function withoutPatterns(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const copy = structuredClone(document)
  for (const { parameters = [] } of operationsOf(copy)) {
    for (const { schema } of parameters as { schema?: OpenAPIV3.SchemaObject }[]) delete schema?.pattern
  }
  return copy
}
