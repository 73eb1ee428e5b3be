import { boardPath } from '../../../src/api/boards/prefix.js'
import { showChallenges } from '../../../src/classroom/challenges/routes.js'
import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import { effectOf, WITHOUT_COUNTS } from '../../../src/classroom/scores/routes.js'
import { computeScore } from '../../../src/classroom/scores/score.js'
import { BOARD_RATE } from '../../../src/contract/limits.js'
import type { Exercise } from '../../../src/rooms/training/exercise-settings.js'
import { CHALLENGES } from '../../../src/rules/challenges/catalogue.js'
import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { EXAMPLE_DRILL, EXAMPLE_FINISHED_DRILL, EXAMPLE_NEW_DRILL } from './drill.js'
import { EXAMPLE_NOW, EXAMPLE_REQUEST_ID, EXAMPLE_SERVER, type Examples, pageOf, usual } from './example.js'
import { errorCauses, RATE_SECONDS } from './training-errors.js'

const claimed = { requestId: EXAMPLE_REQUEST_ID, fault: 'date-mix', comment: 'createdAt is a number' }
const claim = {
  number: 1,
  time: EXAMPLE_NOW,
  ...claimed,
  defect: null,
  verdict: 'right',
  credit: 1,
  explanation: 'Right: `createdAt` of task 1 was a number.',
}

/** The request of the examples, as learners see it during the exercise. */
const learnerRequest = {
  number: 1,
  time: EXAMPLE_NOW,
  method: 'GET',
  route: '/api/buggy/tasks/:id',
  path: '/api/buggy/tasks/1',
  query: null,
  status: 200,
  size: 230,
  duration: 1.25,
  requestId: EXAMPLE_REQUEST_ID,
  changed: null,
  missed: null,
  hintsTaken: 0,
  claims: [claim],
}

function exchangeResponse(createdAt: unknown) {
  const text = JSON.stringify({
    id: 1,
    title: 'Pack',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    sortOrder: 0,
    labels: [],
    checklistItems: [],
    comments: [],
    attachments: [],
    createdAt,
    updatedAt: EXAMPLE_NOW,
  })
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { text, bytes: Buffer.byteLength(text) },
  }
}

const exchange = {
  ...learnerRequest,
  request: { mediaType: null, body: { text: null, bytes: 0 } },
  response: exchangeResponse(Date.parse(EXAMPLE_NOW) / 1000),
  firstByte: 1.12,
  disconnected: false,
  evidence: {
    changed: ['date-mix'],
    expected: exchangeResponse(EXAMPLE_NOW),
    difference: [
      {
        at: 'body.createdAt',
        kind: 'type',
        of: 'task 1',
        expected: EXAMPLE_NOW,
        actual: Date.parse(EXAMPLE_NOW) / 1000,
        sentence: '`createdAt` of task 1 is a number instead of a string.',
      },
    ],
  },
}

/** The request that configures the exercise in the examples. */
export const EXAMPLE_EXERCISE_INPUT = {
  title: 'Find the broken responses',
  instructions: 'Send requests to `/api/buggy` and report every response that breaks the contract.',
  task: 'Find at least ten faults in 30 minutes.',
  message: 'Look at the **dates** of each response.',
  feedback: 'immediate',
  hints: 'counted',
  challenges: ['first-hour'],
  challengeHints: 'free',
  solutions: 'solved',
} satisfies Partial<Exercise>

/** The exercise in the examples of learners and owners. */
export const EXAMPLE_EXERCISE = {
  ...EXAMPLE_EXERCISE_INPUT,
  startsAt: EXAMPLE_NOW,
  endsAt: null,
  state: 'running' as const,
}

const submitted = { variant: 'v1', found: 24, defects: 95 }
export const EXAMPLE_GRADE = { time: EXAMPLE_NOW, ...submitted }

const counts = {
  happened: { 'date-mix': 4, 'slow-response': 1 },
  faults: { 'date-mix': { right: 3, wrong: 1, credit: 2.5 } },
  defects: {},
}
const { total, faults, none, defects } = computeScore(counts)

const requestOfFault = { time: EXAMPLE_NOW, method: 'GET', route: '/api/buggy/tasks/:id', status: 200 }

/** A score, as the owner sees it during the exercise. */
export const EXAMPLE_SCORE = {
  state: 'running',
  feedback: 'immediate',
  claims: 4,
  hintsTaken: 2,
  total,
  faults,
  rightNone: none.right,
  wrongNone: none.wrong,
  defects,
  foundDefects: [],
  grade: EXAMPLE_GRADE,
  missed: [
    { fault: 'date-mix', number: 7, requestId: 'a3c5e1f0-6b1d-4c52-8a4e-9d7f2b60c815' },
    { fault: 'slow-response', number: 5, requestId: '5d0b7c7e-31f4-4b0a-9c58-e2a6f1d94b37' },
  ].map((missed) => ({ ...missed, ...requestOfFault, effect: effectOf(missed.fault) })),
}

/** The same score, as learners see it during the exercise. */
const SCORE_OF_LEARNER = {
  ...EXAMPLE_SCORE,
  total: { ...total, ...WITHOUT_COUNTS },
  faults: faults.map((quality) => ({ ...quality, ...WITHOUT_COUNTS })),
  missed: [],
}

/** The first two challenges of the exercise. The learner has solved the first one. */
function challengeList(): ChallengeList {
  const solved = { challenge: 'first-list', number: 1, time: EXAMPLE_NOW, requestId: EXAMPLE_REQUEST_ID }
  const exercise = { ...EXAMPLE_EXERCISE, drill: null }
  const list = showChallenges(CHALLENGES, [solved], { exercise, now: EXAMPLE_NOW, isOwner: false }, EXAMPLE_SERVER)
  return { ...list, challenges: list.challenges.slice(0, 2) }
}

export const EXAMPLE_CHALLENGES = challengeList()

/** The certificate of the learner after the exercise. */
export const EXAMPLE_CERTIFICATE = {
  number: 'H7QD-2MKX-9RVT-4CNA',
  name: 'Ada',
  className: 'Testing APIs',
  title: EXAMPLE_EXERCISE.title,
  startsAt: '2026-03-02T08:00:00Z',
  endsAt: EXAMPLE_NOW,
  total,
  defects,
  challenges: { total: EXAMPLE_CHALLENGES.total, solved: EXAMPLE_CHALLENGES.solved },
}

/** A page with one claim, for the examples of learners and owners. */
export const EXAMPLE_CLAIMS = pageOf([claim])

/** The examples for the document of the learner operations. */
export const TRAINING_EXAMPLES: Examples = {
  requests: usual<object>({ createClaim: claimed, submitGrade: submitted, finishDrill: { success: true } }),
  queries: usual({
    listClaims: { page: 0, size: 20 },
    listLearnerRequests: { page: 0, size: 20, status: 200 },
  }),
  successes: usual<unknown>({
    createClaim: claim,
    submitGrade: EXAMPLE_GRADE,
    getDrill: EXAMPLE_DRILL,
    startDrill: EXAMPLE_NEW_DRILL,
    finishDrill: EXAMPLE_FINISHED_DRILL,
    takeHint: {
      taken: ['This response has a fault.'],
      correct: false,
      places: [],
      faults: [],
      left: 2,
      credit: 0.5,
      nextCredit: 0.25,
    },
    listClaims: EXAMPLE_CLAIMS,
    listChallenges: EXAMPLE_CHALLENGES,
    getCertificate: EXAMPLE_CERTIFICATE,
    getExercise: EXAMPLE_EXERCISE,
    getExchange: exchange,
    getScore: SCORE_OF_LEARNER,
    listLearnerRequests: pageOf([learnerRequest]),
  }),
  headers: { 'RateLimit-Limit': BOARD_RATE, 'RateLimit-Reset': RATE_SECONDS },
  causesOf: errorCauses,
  pathOf: (path, { board = EXAMPLE_BOARD, requestId = EXAMPLE_REQUEST_ID }) =>
    boardPath(board) + path.replace('{requestId}', requestId),
}
