import { boardPath } from '../../boards/prefix.js'
import { EXAMPLE_NOW } from '../../openapi/add-examples.js'
import { EXAMPLE_EXERCISE, EXAMPLE_SCORE } from '../../training/examples.js'

/** The id of the class in examples. */
export const EXAMPLE_CLASS = 'h4zq7c2w5n3vk6sx7dz2rqmtea'

const BOARD = 'q3vf6b5n2m4yk2sx7dz3wqhtea'
const SECRET = 'T9sH2uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w'
const baseUrl = `https://board.example.org${boardPath(BOARD)}`

const board = {
  id: BOARD,
  name: 'Ada',
  joined: true,
  baseUrl,
  lastActivity: EXAMPLE_NOW,
  requests: 12,
  claims: EXAMPLE_SCORE.claims,
  total: EXAMPLE_SCORE.total,
  defects: EXAMPLE_SCORE.defects,
}

const common = {
  id: EXAMPLE_CLASS,
  name: 'Testing APIs',
  createdAt: EXAMPLE_NOW,
  expiresAt: '2026-03-09T08:30:00Z',
  frozen: false,
}

const found = {
  ...common,
  joinCode: 'K7M2-9QXP',
  exercise: EXAMPLE_EXERCISE,
  faults: EXAMPLE_SCORE.faults,
  boards: [board],
}

/** The request bodies of the operations on classes. */
export const CLASS_REQUESTS: Record<string, object> = {
  createClass: {
    name: 'Testing APIs',
    names: ['Ada', 'Grace'],
    fixture: 'demo',
    exercise: { title: 'Find the broken responses', feedback: 'immediate', faults: { profile: 'stormy' } },
  },
  changeClass: { name: 'Testing REST APIs', frozen: false },
  replaceClassExercise: { title: 'Find the broken responses', feedback: 'immediate' },
  replaceClassFaults: { profile: 'stormy' },
  replaceClassDefects: { defects: ['list-ignores-status', 'summary'] },
  resetClass: { fixture: 'demo' },
  addClassBoards: { names: ['Alan'], fixture: 'demo' },
  renameLearner: { name: 'Ada Lovelace' },
  joinClass: { code: 'K7M2-9QXP', name: 'Ada' },
}

/** The responses of the operations on classes. */
export const CLASS_SUCCESSES: Record<string, unknown> = {
  createClass: { ...found, trainerSecret: SECRET },
  listClasses: { content: [{ ...common, boards: 1 }], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  getClass: found,
  changeClass: { ...found, name: 'Testing REST APIs' },
  replaceClassExercise: EXAMPLE_EXERCISE,
  getClassExercise: EXAMPLE_EXERCISE,
  replaceClassDefects: { defects: ['list-ignores-status', 'summary-is-cached', 'summary-total-lacks-column'] },
  replaceTrainerSecret: { trainerSecret: SECRET },
  replaceJoinCode: { joinCode: 'W4XN-6H8R' },
  addClassBoards: { boards: [{ ...board, name: 'Alan', joined: false, claims: 0, requests: 0 }] },
  renameLearner: { ...board, name: 'Ada Lovelace' },
  replacePersonalCode: { personalCode: 'P3DV-8KWT-Q5NA' },
  replaceOwnerToken: { ownerToken: SECRET },
  joinClass: {
    name: 'Ada',
    className: 'Testing APIs',
    baseUrl,
    hostUrl: `https://${BOARD}.board.example.org`,
    personalCode: 'P3DV-8KWT-Q5NA',
  },
}
