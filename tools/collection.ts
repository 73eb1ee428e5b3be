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

/** The values that the answers of an operation give to the requests after it, as expressions of `body`. */
const GIVES: Record<string, Record<string, string>> = {
  login: { bearerToken: 'body.token', refreshToken: 'body.refreshToken' },
  refresh: { bearerToken: 'body.token', refreshToken: 'body.refreshToken' },
  createTask: { taskId: 'body.id' },
  createComment: { commentId: 'body.id' },
  uploadAttachments: { attachmentId: 'body[0].id' },
}

/** The parameters of paths that take such a value. */
const TAKES: Record<string, string> = {
  id: '{{taskId}}',
  commentId: '{{commentId}}',
  attachmentId: '{{attachmentId}}',
}

const VARIABLES = {
  bearerToken: '',
  refreshToken: '',
  taskId: '1',
  commentId: '1',
  attachmentId: '1',
}

/** What is taken away again at the end, so that all requests can be run in their order. */
const LAST = ['deleteComment', 'deleteAttachment', 'deleteTask', 'deleteAllTasks', 'logout']

/** The file that the upload sends; it lies beside the collections. */
const EXAMPLE_FILE = 'example.txt'

const OPTIONS = {
  folderStrategy: 'Tags',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  enableOptionalParameters: false,
}

/**
 * Makes a Postman collection of a document: every request with its example, with a test of its status, and in an
 * order in which all of them succeed one after another.
 *
 * @param document a document as it is published
 * @param baseUrl where its paths begin; people change it in the variables of the collection
 */
export async function createCollection(
  document: OpenAPIV3.Document,
  baseUrl: string,
): Promise<CollectionDefinition> {
  const outcome = await promisify(convert)({ type: 'json', data: document }, OPTIONS)
  if (!outcome.result) throw new Error(outcome.reason)
  const operations = new Map(operationsOf(document).map((operation) => [operation.summary, operation]))
  const collection = withoutInventions(
    outcome.output[0].data,
    parametersWithoutValue([...operations.values()]),
  )

  const folders = (collection.item ?? []) as ItemGroupDefinition[]
  const last: [number, ItemDefinition][] = []
  for (const folder of folders) {
    folder.item = (folder.item as ItemDefinition[]).filter((item) => {
      const operation = operations.get(item.name)
      if (operation === undefined) throw new Error(`${item.name} is not an operation of the document`)
      complete(item, operation)
      const position = LAST.indexOf(operation.operationId ?? '')
      if (position !== -1) last.push([position, item])
      return position === -1
    })
  }
  const cleaning = last.sort(([a], [b]) => a - b).map(([, item]) => item)
  return {
    ...collection,
    item: [...folders, { name: 'Clean up', item: cleaning }],
    variable: Object.entries({ baseUrl, ...VARIABLES })
      .filter(([key]) => key === 'baseUrl' || JSON.stringify(collection).includes(`{{${key}}}`))
      .map(([key, value]) => ({ key, value, type: 'string' })),
  }
}

function operationsOf({ paths }: OpenAPIV3.Document): OpenAPIV3.OperationObject[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, OpenAPIV3.OperationObject>),
  )
}

function parametersWithoutValue(operations: OpenAPIV3.OperationObject[]): string[] {
  return operations
    .flatMap(({ parameters = [] }) => parameters as OpenAPIV3.ParameterObject[])
    .filter(
      ({ example, schema }) =>
        example === undefined && (schema as OpenAPIV3.SchemaObject).default === undefined,
    )
    .map(({ name }) => name)
}

/**
 * What the converter makes up would be something else every time: ids, which Postman gives by itself, and values of
 * parameters for which the document has neither an example nor a default.
 */
function withoutInventions(
  collection: CollectionDefinition,
  invented: readonly string[],
): CollectionDefinition {
  return JSON.parse(JSON.stringify(collection), function (key, value) {
    const named = ['item', 'request', 'originalRequest'].some((member) => member in this)
    if (key === '_postman_id' || (key === 'id' && named)) return undefined
    return key === 'value' && invented.includes(this.key) ? '' : value
  })
}

/** Fills in what only a run can know, and tests the answer. */
function complete(item: ItemDefinition, operation: OpenAPIV3.OperationObject): void {
  const request = item.request as RequestDefinition
  for (const variable of (request.url as UrlDefinition).variable ?? []) {
    variable.value = TAKES[variable.key ?? ''] ?? variable.value
  }
  if (operation.operationId === 'refresh') {
    request.body = {
      ...request.body,
      mode: 'raw',
      raw: JSON.stringify({ refreshToken: '{{refreshToken}}' }, null, 2),
    }
  }
  // The converter takes a list of files for text.
  if (request.body?.mode === 'formdata') {
    request.body.formdata = [{ key: 'files', type: 'file', src: EXAMPLE_FILE } as never]
  }
  Object.assign(item, { event: [testOf(operation)] })
}

function testOf({ operationId = '', responses }: OpenAPIV3.OperationObject): EventDefinition {
  const success = Object.keys(responses).find((status) => status.startsWith('2'))
  const gives = Object.entries(GIVES[operationId] ?? {})
  return {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [
        `pm.test('answers ${success}', () => pm.response.to.have.status(${success}))`,
        ...(gives.length === 0 ? [] : ['const body = pm.response.json()']),
        ...gives.map(([variable, value]) => `pm.collectionVariables.set('${variable}', ${value})`),
      ],
    },
  }
}
