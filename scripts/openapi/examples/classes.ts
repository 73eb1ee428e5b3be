import { boardPath } from '../../../src/api/boards/prefix.js'
import { computeScore } from '../../../src/classroom/scores/score.js'
import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { EXAMPLE_NOW, pageOf } from './example.js'
import {
  EXAMPLE_CERTIFICATE,
  EXAMPLE_CHALLENGES,
  EXAMPLE_EXERCISE,
  EXAMPLE_EXERCISE_INPUT,
  EXAMPLE_SCORE,
} from './training.js'

/** The id of a second board in examples. */
export const OTHER_EXAMPLE = 'mzh4n7wq2x5tjdk6sovb3rcyea'

/** The id of the class in examples. */
export const EXAMPLE_CLASS = 'h4zq7c2w5n3vk6sx7dz2rqmtea'

const SECRET = 'T9sH2uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w'
const baseUrl = `https://board.example.org${boardPath(EXAMPLE_BOARD)}`

/** The score of a board without requests and claims. */
const none = computeScore({ happened: {}, faults: {}, defects: {} })

function newBoard(id: string, name: string) {
  return {
    id,
    name,
    joined: false,
    baseUrl: `https://board.example.org${boardPath(id)}`,
    lastActivity: null,
    lastProgress: null,
    requests: 0,
    claims: 0,
    hintsTaken: 0,
    challenges: { total: EXAMPLE_CHALLENGES.total, solved: 0 },
    total: none.total,
    defects: none.defects,
  }
}

/** The board of a learner who has made claims. */
const board = {
  ...newBoard(EXAMPLE_BOARD, 'Ada'),
  joined: true,
  lastActivity: EXAMPLE_NOW,
  lastProgress: EXAMPLE_NOW,
  requests: 12,
  claims: EXAMPLE_SCORE.claims,
  hintsTaken: EXAMPLE_SCORE.hintsTaken,
  challenges: { total: EXAMPLE_CHALLENGES.total, solved: EXAMPLE_CHALLENGES.solved },
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
  joinable: true,
  exercise: EXAMPLE_EXERCISE,
  faults: EXAMPLE_SCORE.faults,
  boards: [board, newBoard(OTHER_EXAMPLE, 'Grace')],
}

/** The request bodies of the operations on classes. */
export const CLASS_REQUESTS: Record<string, object> = {
  createClass: {
    name: 'Testing APIs',
    names: ['Ada', 'Grace'],
    fixture: 'demo',
    exercise: {
      title: 'Find the broken responses',
      feedback: 'immediate',
      challenges: ['first-hour'],
      faults: { profile: 'stormy' },
    },
  },
  changeClass: { name: 'Testing REST APIs', frozen: false },
  replaceClassExercise: EXAMPLE_EXERCISE_INPUT,
  replaceClassFaults: { profile: 'stormy' },
  replaceClassDefects: { defects: ['list-ignores-status', 'summary'] },
  resetClass: { fixture: 'demo' },
  addClassBoards: { names: ['Alan'], fixture: 'demo' },
  renameLearner: { name: 'Ada Lovelace' },
  joinClass: { code: 'K7M2-9QXP', name: 'Ada' },
}

/** The responses of the operations on classes. */
export const CLASS_SUCCESSES: Record<string, unknown> = {
  createClass: {
    ...found,
    exercise: { ...EXAMPLE_EXERCISE, instructions: null, task: null, message: null },
    faults: none.faults,
    boards: [newBoard(EXAMPLE_BOARD, 'Ada'), newBoard(OTHER_EXAMPLE, 'Grace')],
    trainerSecret: SECRET,
  },
  listClasses: pageOf([{ ...common, boards: 2 }]),
  getClass: found,
  changeClass: { ...found, name: 'Testing REST APIs' },
  replaceClassExercise: EXAMPLE_EXERCISE,
  getClassExercise: EXAMPLE_EXERCISE,
  listClassChallenges: {
    challenges: [{ name: 'first-list', title: 'Read the list of tasks', level: 'first-steps' }],
  },
  replaceClassDefects: { defects: ['list-ignores-status', 'summary-is-cached', 'summary-total-lacks-column'] },
  replaceTrainerSecret: { trainerSecret: SECRET },
  replaceJoinCode: { joinCode: 'W4XN-6H8R' },
  addClassBoards: { boards: [newBoard('ynd5q3kt2w7vxj4mzr6hsb2cua', 'Alan')] },
  renameLearner: { ...board, name: 'Ada Lovelace' },
  listCertificates: { certificates: [EXAMPLE_CERTIFICATE] },
  replacePersonalCode: { personalCode: 'P3DV-8KWT-Q5NA' },
  replaceOwnerToken: { ownerToken: SECRET },
  joinClass: {
    name: 'Ada',
    className: 'Testing APIs',
    baseUrl,
    hostUrl: `https://${EXAMPLE_BOARD}.board.example.org`,
    personalCode: 'P3DV-8KWT-Q5NA',
  },
}
