import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { EXAMPLE_DEFECT, EXAMPLE_SNAPSHOT } from '../../../scripts/openapi/examples/boards.js'
import { EXAMPLE_CLASS } from '../../../scripts/openapi/examples/classes.js'
import { EXAMPLE_REQUEST_ID } from '../../../scripts/openapi/examples/example.js'
import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { ADMIN_TOKEN } from '../../kit/board.js'
import { BOARD_PROVOCATIONS, UNPROVOKED } from '../../kit/board-provocations.js'
import { fillIn, requestsOf } from '../../kit/documented-requests.js'
import {
  createExampleBoard,
  createExampleClass,
  type ServiceName,
  type Step,
  startExampleService,
  withoutExampleBoard,
} from '../../kit/example-boards.js'
import {
  addDefects,
  claim,
  drill,
  earnCertificate,
  finishExercise,
  inTurn,
  sendFaults,
  startExercise,
  submitGrade,
  takePart,
} from '../../kit/example-steps.js'
import type { Json, Service } from '../../kit/helper.js'
import { type DocumentedOperation, examplesOf, headersOf, operationsOf } from '../../kit/openapi-operations.js'
import { isOwnExample, type Provocation } from '../../kit/provocations.js'

/** The examples of the documents `boards` and `training`. */

const services = new Map<ServiceName, Promise<Service>>()

/** Returns a service, which starts when it is first needed. */
function serviceOf(name: ServiceName): Promise<Service> {
  const started = services.get(name) ?? startExampleService(t, name)
  services.set(name, started)
  return started
}

const service = await serviceOf('usual')
const token = ADMIN_TOKEN

/** The path of each document, the base path of its operations, and the causes that no request provokes. */
const DOCUMENTS = [
  { name: 'boards', path: '/control/openapi.json', base: '', more: [] },
  { name: 'training', path: '/training/openapi.json', base: `/b/${EXAMPLE_BOARD}`, more: ['board-full'] },
]

/** Operations whose responses are events or files. */
const NOT_JSON = ['streamEvents', 'streamClassEvents', 'exportScores', 'getDefectTest']

async function readDocument(path: string): Promise<OpenAPIV3.Document> {
  return (await service.send(`GET ${path}`)).json
}

const configureFaults: Step = ({ send }) =>
  send(`PUT /boards/${EXAMPLE_BOARD}/faults`, { token, json: { profile: 'stormy', seed: 2026, disclose: true } })

/** What happens on the board before the requests of the examples, by operation. */
const BEFORE: Readonly<Record<string, Step>> = {
  getFaults: configureFaults,
  restartFaults: configureFaults,
  getFaultPlan: configureFaults,
  getDefects: addDefects,
  listDefectEffects: inTurn(addDefects, sendFaults, ({ send }) =>
    send(`GET /b/${EXAMPLE_BOARD}/api/v1/tasks?status=DONE`, { unchecked: true }),
  ),
  getBoardExercise: startExercise,
  getExercise: startExercise,
  listRequests: sendFaults,
  createClaim: sendFaults,
  takeHint: inTurn(startExercise, sendFaults),
  listChallenges: inTurn(startExercise, ({ send }) => send(`GET /b/${EXAMPLE_BOARD}/api/v1/tasks`)),
  listClaims: claim,
  listBoardClaims: claim,
  listLearnerRequests: takePart,
  getExchange: takePart,
  getDrill: drill,
  getBoardDrill: drill,
  startDrill: drill,
  finishDrill: drill,
  getScore: inTurn(takePart, submitGrade),
  getBoardScore: inTurn(takePart, submitGrade),
  getCertificate: earnCertificate,
  listCertificates: earnCertificate,
  getClass: takePart,
  getProjection: takePart,
  getDebrief: finishExercise,
  changeClass: takePart,
  renameLearner: takePart,
  getSnapshot: ({ send }) => send(`PUT /boards/${EXAMPLE_BOARD}/snapshot`, { token, json: EXAMPLE_SNAPSHOT }),
}

/** Operations whose responses contain new ids and secrets, numbers of requests, or other boards. */
const VARYING = [
  'getBoardIndex',
  'createBoard',
  'listBoards',
  'createBoards',
  'listDefects',
  'listDefectEffects',
  'getDrill',
  'getBoardDrill',
  'finishDrill',
  'getScore',
  'getBoardScore',
  'createClass',
  'listClasses',
  'getClass',
  'getProjection',
  'getDebrief',
  'changeClass',
  'replaceTrainerSecret',
  'replaceJoinCode',
  'addClassBoards',
  'renameLearner',
  'replacePersonalCode',
  'replaceOwnerToken',
  'joinClass',
  'listRequests',
  'listLearnerRequests',
  'listChallenges',
  'listClassChallenges',
  'getExchange',
  'getCertificate',
  'listCertificates',
]

/** Returns the fields of a value and their types: two bodies with equal outlines can be read by the same code. */
function outlineOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(outlineOf)
  if (value === null) return null
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, outlineOf(member)]))
}

/** Returns the path of an operation with the ids of the examples. */
function pathOf(base: string, documented: DocumentedOperation): string {
  const id = documented.path.startsWith('/classes') ? EXAMPLE_CLASS : EXAMPLE_BOARD
  return base + fillIn(documented, { id, board: EXAMPLE_BOARD, name: EXAMPLE_DEFECT, requestId: EXAMPLE_REQUEST_ID })
}

for (const { name, path, base } of DOCUMENTS) {
  t.test(`${name}: every example of a request gets a response with the fields of its example`, async (t) => {
    const document = await readDocument(path)
    for (const documented of operationsOf(document)) {
      const { method, operation } = documented
      const { operationId = '' } = operation
      const [status = ''] = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
      const response = operation.responses[status] as OpenAPIV3.ResponseObject
      const expected = examplesOf(response)
      for (const { name: example, query, options } of requestsOf(documented)) {
        const id = `${operationId} ${example}`
        if (operationId.startsWith('stream')) continue
        const isOfClass = documented.path.startsWith('/classes') || operationId === 'getCertificate'
        const board = await (isOfClass ? createExampleClass(service) : createExampleBoard(service))
        await BEFORE[operationId]?.(board)
        // Learners have no token.
        const credentials = base === '' ? { token } : {}
        const reply = await board.send(`${method} ${pathOf(base, documented)}${query}`, { ...credentials, ...options })
        t.equal(String(reply.status), status, `${id}: ${reply.bytes.subarray(0, 300)}`)
        for (const [header, { example: value }] of headersOf(document, response)) {
          t.equal(typeof reply.headers[header.toLowerCase()], 'string', `${id}: ${header} ${value}`)
        }
        const isJson = String(reply.headers['content-type']).startsWith('application/json')
        if (NOT_JSON.includes(operationId) || !isJson) continue
        const compared = VARYING.includes(operationId) ? outlineOf : (value: Json) => value
        t.strictSame(compared(reply.json), compared(expected[example]), id)
      }
    }
  })
}

for (const { name, path, base, more } of DOCUMENTS) {
  t.test(`${name}: every cause of an error gives the documented example`, async (t) => {
    const document = await readDocument(path)
    const unprovoked = new Set<string>()
    const documentedCauses = new Set<string>()
    const proven = new Set<string>()
    for (const documented of operationsOf(document)) {
      const { method, operation } = documented
      const { operationId = '' } = operation
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        for (const [cause, example] of Object.entries(examplesOf(response as OpenAPIV3.ResponseObject))) {
          const id = `${operationId} ${status} ${cause}`
          const key = JSON.stringify([cause, example])
          const provocation = BOARD_PROVOCATIONS[cause]
          if (provocation === undefined || UNPROVOKED.includes(`${operationId} ${cause}`)) {
            unprovoked.add(cause)
            continue
          }
          documentedCauses.add(key)
          // Operations share the component of an error with headers.
          if (!isOwnExample(base === '' ? documented.path : `/b/{board}${documented.path}`, example)) continue
          const { on = 'usual', ofClass, needsNoBoard = false, before, change = (usual) => usual } = provocation
          const service = await serviceOf(typeof on === 'function' ? on(operationId) : on)
          const isOfClass = ofClass !== undefined || documented.path.startsWith('/classes')
          const create = isOfClass ? createExampleClass : createExampleBoard
          const board = needsNoBoard ? withoutExampleBoard(service) : await create(service, ofClass)
          await before?.(board)
          const [{ options, query: usualQuery }] = requestsOf(documented)
          const credentials = base === '' ? { token } : {}
          const changed = change({ ...credentials, ...options }, { operation, example })
          const { query = usualQuery, ...request }: Provocation = changed
          const reply = await board.send(`${method} ${example.path}${query}`, request)
          proven.add(key)
          t.strictSame(reading(reply.json ?? { message: '', status: reply.status }, on), reading(example, on), id)
        }
      }
    }
    const unproven = [...documentedCauses].filter((key) => !proven.has(key))
    t.strictSame(unproven, [], 'every example has the path of one of its operations')
    t.strictSame([...unprovoked].sort(), [...more, 'internal-error', 'store-unavailable', 'too-busy'])
  })
}

t.test('training: the examples of errors have the paths of the board that serves the document', async (t) => {
  const board = await createExampleBoard(service)
  const document: OpenAPIV3.Document = (await service.send(`GET /b/${board.id}/training/openapi.json`)).json
  const paths = new Set<string>()
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      for (const [cause, { path }] of Object.entries(examplesOf(response as OpenAPIV3.ResponseObject))) {
        if (cause !== 'board-not-found') paths.add(path.split('/', 3).join('/'))
      }
    }
  }
  t.strictSame([...paths], [`/b/${board.id}`])
})

/** Returns an error as it is read. Services with lower limits than those in the examples return other numbers. */
function reading({ timestamp: _, ...error }: Json, on: unknown): Json {
  return on === 'usual' ? error : { ...error, message: String(error.message).replaceAll(/\d+/g, 'n') }
}
