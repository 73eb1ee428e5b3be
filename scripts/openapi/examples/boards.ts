import { PLAN_VERSION } from '../../../src/api/buggy/draw.js'
import { planRequests } from '../../../src/api/buggy/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../../../src/api/buggy/settings.js'
import { findDefect, planTestOf, printTest } from '../../../src/api/defects/print-test.js'
import { VARIANTS } from '../../../src/api/variants.js'
import type { Board } from '../../../src/classroom/boards/schemas.js'
import { describeDefect } from '../../../src/classroom/defects/routes.js'
import { describeBoardIndex, describeService } from '../../../src/classroom/service/routes.js'
import { SNAPSHOT_VERSION } from '../../../src/classroom/snapshots/schemas.js'
import { BOARDS_PER_HOUR } from '../../../src/contract/limits.js'
import { variantPath } from '../../../src/contract/variant-path.js'
import { STYLES, type Style } from '../../../src/rules/exposures/print/styles.js'
import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { errorCauses } from './boards-errors.js'
import { CLASS_REQUESTS, CLASS_SUCCESSES, EXAMPLE_CLASS, OTHER_EXAMPLE } from './classes.js'
import { EXAMPLE_DRILL } from './drill.js'
import {
  EXAMPLE_NOW,
  EXAMPLE_REQUEST_ID,
  EXAMPLE_SERVER,
  type Examples,
  exampleUrls,
  pageOf,
  USUAL,
  usual,
} from './example.js'
import { PROJECTOR_SUCCESSES } from './projector.js'
import {
  EXAMPLE_CERTIFICATE,
  EXAMPLE_CLAIMS,
  EXAMPLE_EXERCISE,
  EXAMPLE_EXERCISE_INPUT,
  EXAMPLE_SCORE,
} from './training.js'

const HOUR_SECONDS = 3600
const board = exampleBoard(EXAMPLE_BOARD, 'Ada')

function exampleBoard(id: string, name: string): Board {
  const [baseUrl, hostUrl] = exampleUrls(id)
  return {
    id,
    name,
    baseUrl,
    hostUrl,
    apis: Object.fromEntries(VARIANTS.map(({ name }) => [name, baseUrl + variantPath(name)])),
    docs: `${baseUrl}/docs`,
    createdAt: EXAMPLE_NOW,
    expiresAt: '2026-03-09T08:30:00Z',
  }
}

const SEED = 2026
const rules = toRules(DEFAULT_SETTINGS, { rates: {}, delay: [2000, 5000] })
const settings = { profile: 'stormy', seed: SEED, disclose: true }
const configured = toRules({ ...DEFAULT_SETTINGS, ...settings }, rules)
const { script: _, ...shown } = configured
const faults = {
  plan: PLAN_VERSION,
  profile: settings.profile,
  ...shown,
  script: null,
  seed: SEED,
  ordinal: 0,
}

const request = {
  number: 1,
  time: EXAMPLE_NOW,
  ordinal: 0,
  method: 'GET',
  route: '/api/buggy/tasks',
  path: '/api/buggy/tasks',
  query: null,
  status: 500,
  size: 158,
  duration: 1.25,
  requestId: EXAMPLE_REQUEST_ID,
  drawn: ['server-error'],
  changed: ['server-error'],
}

/** A snapshot with one task. */
export const EXAMPLE_SNAPSHOT = {
  version: SNAPSHOT_VERSION,
  lastIds: { task: 1, checklistItem: 1, comment: 1, attachment: 1 },
  tasks: [
    {
      id: 1,
      title: 'Pack the first orders',
      description: null,
      status: 'TODO',
      priority: 'MEDIUM',
      dueDate: '2026-04-30',
      sortOrder: 0,
      labels: ['operations'],
      checklistItems: [{ id: 1, text: 'Print the labels', done: false }],
      comments: [{ id: 1, text: 'I can take this one.', createdAt: EXAMPLE_NOW, updatedAt: EXAMPLE_NOW }],
      attachments: [
        {
          id: 1,
          fileName: 'labels.txt',
          contentType: 'text/plain',
          uploadedAt: EXAMPLE_NOW,
          data: Buffer.from('Ada, Grace').toString('base64'),
        },
      ],
      createdAt: EXAMPLE_NOW,
      updatedAt: EXAMPLE_NOW,
    },
  ],
  // A snapshot has all settings, and the seed beside them.
  faults: {
    settings: { profile: settings.profile, rates: {}, scriptEnd: 'none', disclose: true, force: true },
    seed: SEED,
    ordinal: 0,
  },
}

/** The defect whose test is shown. */
export const EXAMPLE_DEFECT = 'list-ignores-status'
const EXAMPLE_STYLE = STYLES[0] as Style
const EXAMPLE_TEST = { as: EXAMPLE_STYLE.name, variant: 'v1' } as const

const defects = {
  defects: [describeDefect(findDefect(EXAMPLE_DEFECT))],
  sets: ['all', 'easy', 'lists'],
}

const boardDefects = { defects: ['list-ignores-status', 'summary-is-cached', 'summary-total-lacks-column'] }

const defectEffects = {
  effects: [
    {
      defect: 'list-ignores-status',
      effect: 'response',
      requests: 3,
      first: {
        number: 7,
        requestId: request.requestId,
        time: EXAMPLE_NOW,
        method: 'GET',
        target: '/api/v1/tasks?status=DONE',
        status: 200,
      },
    },
  ],
}

const newBoard = { ...board, ownerToken: 'R6tH9uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w' }
const otherBoard = {
  ...exampleBoard(OTHER_EXAMPLE, 'Grace'),
  ownerToken: 'b3NqY1f7Kp0tXw9RzUe2vLm5HcGd8JaQ4sOi6BnTyVk',
}

const REQUESTS = usual<object>({
  createBoard: { name: 'Ada', fixture: 'demo' },
  createBoards: { names: ['Ada', 'Grace'], fixture: 'demo' },
  resetBoard: { fixture: 'demo' },
  replaceFaults: settings,
  replaceDefects: { defects: ['list-ignores-status', 'summary'] },
  loadSnapshot: EXAMPLE_SNAPSHOT,
  replaceExercise: EXAMPLE_EXERCISE_INPUT,
  ...CLASS_REQUESTS,
})

const SUCCESSES = usual<unknown>({
  getService: describeService(EXAMPLE_SERVER, {
    creators: 'open',
    boardsOnly: false,
    edition: 'current',
    hasWorkflows: true,
  }),
  getBoardIndex: describeBoardIndex(
    EXAMPLE_SERVER,
    { name: null, revision: 12, frozen: false, edition: 'current' },
    false,
  ),
  createBoard: newBoard,
  createBoards: { boards: [newBoard, otherBoard] },
  listBoards: pageOf([board]),
  getBoard: board,
  getFaults: faults,
  replaceFaults: faults,
  restartFaults: faults,
  getFaultPlan: { plan: PLAN_VERSION, seed: SEED, ordinal: 0, requests: planRequests(configured, SEED, 0, 2) },
  listRequests: pageOf([request]),
  listDefects: defects,
  getDefectTest: printTest(planTestOf(findDefect(EXAMPLE_DEFECT), EXAMPLE_TEST.variant), EXAMPLE_STYLE).code,
  getDefects: boardDefects,
  replaceDefects: boardDefects,
  listDefectEffects: defectEffects,
  getSnapshot: EXAMPLE_SNAPSHOT,
  replaceExercise: EXAMPLE_EXERCISE,
  getBoardExercise: EXAMPLE_EXERCISE,
  getBoardDrill: EXAMPLE_DRILL,
  getBoardScore: EXAMPLE_SCORE,
  listBoardClaims: EXAMPLE_CLAIMS,
  ...CLASS_SUCCESSES,
  ...PROJECTOR_SUCCESSES,
})

/** The examples for the document of the management API. */
export const MANAGEMENT_EXAMPLES: Examples = {
  requests: REQUESTS,
  successes: SUCCESSES,
  headers: {
    ETag: '"12"',
    Location: `/boards/${EXAMPLE_BOARD}`,
    'createBoards Location': '/boards',
    'createClass Location': `/classes/${EXAMPLE_CLASS}`,
    'Content-Disposition': 'attachment; filename="scores Testing APIs 2026-03-02.csv"',
    'WWW-Authenticate': 'Bearer',
    'RateLimit-Limit': BOARDS_PER_HOUR,
    'RateLimit-Reset': HOUR_SECONDS,
  },
  queries: {
    ...usual({
      listBoards: { page: 0, size: 20 },
      listClasses: { page: 0, size: 20 },
      getDefectTest: EXAMPLE_TEST,
      listCertificates: { number: EXAMPLE_CERTIFICATE.number },
      listBoardClaims: { page: 0, size: 20 },
      getFaultPlan: { from: 0, count: 2 },
    }),
    listRequests: {
      [USUAL]: { page: 0, size: 20, faulted: 'true', status: 500, since: EXAMPLE_NOW },
      log: { format: 'log' },
    },
  },
  causesOf: errorCauses,
  pathOf: (
    path,
    { id = path.startsWith('/classes') ? EXAMPLE_CLASS : EXAMPLE_BOARD, board = EXAMPLE_BOARD, name = EXAMPLE_DEFECT },
  ) => path.replace('{id}', id).replace('{board}', board).replace('{name}', name),
}
