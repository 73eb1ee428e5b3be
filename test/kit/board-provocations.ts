import type { OpenAPIV3 } from 'openapi-types'
import { CLASS_REQUESTS, EXAMPLE_CLASS } from '../../scripts/openapi/examples/classes.js'
import { EXAMPLE_REQUEST_ID } from '../../scripts/openapi/examples/example.js'
import { JOIN_FAILURES, JSON_BODY_BYTES_MAX } from '../../src/contract/limits.js'
import { HINTS_MAX } from '../../src/rules/claims/credit.js'
import { EXAMPLE_BOARD } from '../../src/site/documents.js'
import { ADMIN_TOKEN } from './board.js'
import type { ExampleBoard, ServiceName, Step } from './example-boards.js'
import { claim, sendFaults } from './example-steps.js'
import type { Json, RequestOptions } from './helper.js'
import { type Provocation, withBody } from './provocations.js'

interface Circumstances {
  operation: OpenAPIV3.OperationObject
  /** The documented body of the error. */
  example: Json
}

/** What provokes an error in the documents `boards` and `training`. */
interface BoardProvocation {
  /** The service that returns the error. Its limits can be lower than those in the example. */
  on?: ServiceName | ((operationId: string) => ServiceName)
  /** The settings of the class of the board, if the board needs one that its operation does not. */
  ofClass?: object
  /** Whether the request needs neither a board nor a class. */
  needsNoBoard?: boolean
  /** What happens on the board before. */
  before?: Step
  /** Returns the request, from one that succeeds. By default, the path in the example is sufficient. */
  change?(usual: RequestOptions, circumstances: Circumstances): Provocation
}

const token = ADMIN_TOKEN

/** More requests than the services `busy` and `tiny` accept in a second. */
const BURST = 5

/** Configures the exercise of the board, or of its class. */
const exercise =
  (json: object): Step =>
  ({ send, class: ofClass }) =>
    send(`PUT ${ofClass === undefined ? `/boards/${EXAMPLE_BOARD}` : `/classes/${EXAMPLE_CLASS}`}/exercise`, {
      token,
      json,
    })

const join =
  (name: string): Step =>
  ({ send }) =>
    send('POST /classes/join', { json: { ...CLASS_REQUESTS.joinClass, name } })

const ENDED = { startsAt: '2026-03-02T07:00:00Z', endsAt: '2026-03-02T08:00:00Z' }

/** Changes members of a JSON body. */
const withMembers =
  (members: object) =>
  ({ json, ...usual }: RequestOptions): RequestOptions => ({ ...usual, json: { ...(json as object), ...members } })

/** Sends a request until a limit is exceeded. */
const repeat =
  (count: number, request: string, options: RequestOptions): Step =>
  async ({ send }: ExampleBoard) => {
    for (let sent = 0; sent < count; sent++) await send(request, { ...options, unchecked: true })
  }

/** What provokes the errors, by the name of the example. */
export const BOARD_PROVOCATIONS: Readonly<Record<string, BoardProvocation>> = {
  'validation-failed': {
    change: ({ json, ...usual }, { example }) => {
      const [field = ''] = Object.keys(example.errors)
      return json === undefined ? { ...usual, query: `?${field}=0` } : withMembers({ [field]: 0 })({ json, ...usual })
    },
  },
  'fault-missing': { change: withMembers({ fault: null }) },
  'more-found-than-defects': { change: withMembers({ found: 2, defects: 1 }) },
  'malformed-json': { change: ({ token }) => withBody(token, '{"name":', 'application/json') },
  'malformed-url': { change: (usual) => ({ ...usual, query: '?name=%E0%A4%A' }) },
  'control-token-required': { change: (usual) => ({ ...usual, token: 'unknown' }) },
  'trainer-secret-required': { change: (usual) => ({ ...usual, token: 'unknown' }) },
  'admin-token-required': {
    change: (usual, { operation }) => ({
      ...usual,
      token: 'unknown',
      // Everybody may create one board.
      ...(operation.operationId === 'createBoard' && { json: { count: 2 } }),
    }),
  },
  'board-creation-disabled': { on: 'withoutCreators', needsNoBoard: true },
  'cross-origin-refused': { change: (usual) => ({ ...usual, headers: { 'sec-fetch-site': 'cross-site' } }) },
  'default-board-not-deletable': {},
  'default-board-without-defects': {},
  'default-board-without-exercise': {},
  'default-board-missing': { on: 'boardsOnly' },
  'board-not-found': {},
  'class-not-found': {},
  'defect-not-found': {},
  'join-code-unknown': { change: withMembers({ code: 'AAAA-AAAA' }) },
  'exercise-not-found': { ofClass: {} },
  'drill-not-found': {},
  'certificate-not-found': {},
  'response-not-found': {},
  'request-not-found': {},

  'configured-by-class': { ofClass: {} },
  'board-without-learner': {
    before: ({ send }) =>
      send(`PATCH /classes/${EXAMPLE_CLASS}/boards/${EXAMPLE_BOARD}`, { token, json: { name: null } }),
  },
  'name-taken': { before: join('Ada') },
  'personal-code-wrong': { before: join('Ada'), change: withMembers({ personalCode: 'AAAA-AAAA-AAAA' }) },
  'learner-exists': { change: withMembers({ names: ['Grace'], name: 'Grace' }) },
  'name-unknown': { change: withMembers({ name: 'Alan' }) },
  'class-full': {
    before: async (board) => {
      await join('Ada')(board)
      await join('Grace')(board)
    },
    change: withMembers({ name: 'Alan' }),
  },
  'joining-closed': {
    before: ({ send }) => send(`PATCH /classes/${EXAMPLE_CLASS}`, { token, json: { joinable: false } }),
  },
  'exercise-not-started': { before: exercise({ startsAt: '2026-03-02T09:00:00Z' }) },
  'exercise-ended': {
    before: exercise(ENDED),
    change: (usual, { operation: { operationId = '' } }) =>
      operationId.endsWith('Exercise') ? withMembers({ startsAt: ENDED.startsAt })(usual) : usual,
  },
  'claim-exists': { before: claim },
  'no-hints-left': {
    before: async (board) => {
      await sendFaults(board)
      await repeat(HINTS_MAX, `POST /b/${EXAMPLE_BOARD}/requests/${EXAMPLE_REQUEST_ID}/hints`, {})(board)
    },
  },
  'response-claimed': { before: claim },
  'hints-off': { before: exercise({ hints: 'off' }) },

  'json-too-large': {
    on: (operationId) => (operationId === 'loadSnapshot' ? 'tiny' : 'usual'),
    change: ({ token }) => withBody(token, `"${'x'.repeat(JSON_BODY_BYTES_MAX)}"`, 'application/json'),
  },
  'unsupported-media-type': { change: ({ token }) => withBody(token, 'A note.', 'text/plain') },
  'encoded-body': { change: (usual) => ({ ...usual, headers: { 'content-encoding': 'gzip' } }) },
  'board-frozen': {
    ofClass: {},
    before: ({ send }) => send(`PATCH /classes/${EXAMPLE_CLASS}`, { token, json: { frozen: true } }),
  },
  'too-many-requests': {
    on: (operationId) => (operationId === 'getService' ? 'busy' : 'tiny'),
    before: async (board) => {
      await repeat(BURST, 'GET /', {})(board)
      await repeat(BURST, `GET /b/${EXAMPLE_BOARD}/claims`, {})(board)
    },
  },
  'too-many-new-boards': { on: 'tiny', before: repeat(1, 'POST /boards', {}), change: ({ json }) => ({ json }) },
  'too-many-joins': {
    on: 'tiny',
    before: repeat(JOIN_FAILURES + 1, 'POST /classes/join', { json: { code: 'AAAA-AAAA', name: 'Ada' } }),
  },
  'too-many-boards': { on: 'full', change: withMembers({ count: 100, names: null }) },
  'board-full': { on: 'full', change: withMembers({ fixture: 'demo' }) },
  'snapshot-too-large': { on: 'tiny' },
  'too-many-streams': { on: 'tiny' },
}

/** Errors that no request provokes: a claim is too many only after 20,000 others. */
export const UNPROVOKED = ['createClaim board-full']
