import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { FAULTS } from '../../api/buggy/faults.js'
import { CertificateNotFound, ValidationFailed } from '../../contract/errors.js'
import { MISSED_MAX } from '../../contract/limits.js'
import { route } from '../../http/route.js'
import { stateOf } from '../../rooms/training/exercise-settings.js'
import { viewOf } from '../view.js'
import { certificatesOf } from './certificate.js'
import { Certificate, Grade, GradeInput, Score } from './schemas.js'
import { computeScore, type Quality } from './score.js'

export const TOO_MANY_FOUND = 'Must not be greater than defects'

/** The routes of what a learner has achieved: the score, the certificate, and the grade of a test suite. */
export const learnerScoreRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /score', 'getScore', 'Get the score', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the number of faults since the start of the exercise, and the quality of the claims. Values that the exercise does not show yet are `null`.',
    responses: { 200: [Score, 'The score.'] },
    handler: ({ board: { id: board }, isOwner }) => readScore(app, board, app.now(), isOwner),
  })

  route(app, 'GET /certificate', 'getCertificate', 'Get the certificate', {
    config: { waitsForLog: true },
    description:
      'Returns what the learner has achieved in the exercise of the class, with a number. The trainer finds the certificate with its number, and so knows that it is genuine. There is a certificate after the exercise has ended, on a board that has the name of a learner.',
    responses: { 200: [Certificate, 'The certificate.'], 404: 'There is no certificate.' },
    handler: async ({ board: { id, state } }) => {
      const certificates = state?.classId == null ? undefined : await certificatesOf(app, state.classId)
      const certificate = certificates?.get(id)
      if (certificate === undefined) throw new CertificateNotFound()
      return certificate
    },
  })

  route(app, 'PUT /grade', 'submitGrade', 'Submit the grade of a test suite', {
    description:
      "Stores the number of defects that the learner's test suite has found. It replaces the previous grade. `task-board-service grade --submit <base URL>` sends this request. The trainer sees the grade next to the score.",
    body: GradeInput,
    responses: {
      200: [Grade, 'The grade.'],
      409: 'The exercise is not running.',
      423: 'The class of the board is frozen.',
    },
    handler: async ({ board: { id: board }, body: { variant, found, defects } }) => {
      if (found > defects) throw new ValidationFailed({ found: TOO_MANY_FOUND })
      const grade = { time: app.now(), variant, found, defects }
      await app.store.setGrade(board, grade)
      return grade
    },
  })
}

/** The route that returns the score of a board to its owner. */
export const ownerScoreRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /boards/:id/score', 'getBoardScore', 'Get the score of a board', {
    config: { waitsForLog: true },
    description: 'Returns the complete score of the board, including values that learners do not see yet.',
    responses: { 200: [Score, 'The score.'], 403: 'The default board has no score.' },
    handler: ({ params: { id } }) => readScore(app, id, app.now(), true),
  })
}

/** The values that reveal how many faults happened. */
export const WITHOUT_COUNTS = { happened: null, recall: null, f1: null }

const UNKNOWN: Record<keyof Quality, null> = {
  ...WITHOUT_COUNTS,
  found: null,
  credit: null,
  wrong: null,
  precision: null,
}

/** Reads the score of a board, limited to what the client may see. */
export async function readScore(
  { store, defects: catalogue }: Pick<FastifyInstance, 'store' | 'defects'>,
  board: string,
  now: string,
  isOwner: boolean,
): Promise<Score> {
  const { exercise, defects: ofBoard, score } = await store.readState(board)
  const view = viewOf(exercise, now, isOwner)
  const present = exercise?.finalDefects ?? Object.keys(ofBoard ?? {})
  const { claims, total, faults, none, defects } = computeScore(score, present)
  const hidden = { nothing: UNKNOWN, verdicts: WITHOUT_COUNTS, counts: {}, everything: {} }[view]
  const missed = view === 'everything' ? await store.listMissed(board, MISSED_MAX) : []
  const shownDefects = catalogue
    .filter(({ name }) => present.includes(name))
    .map(({ name, title, rule }) => ({ defect: name, title, rule, found: score.defects[name] === true }))
    .filter(({ found }) => view === 'everything' || (found && view !== 'nothing'))
  return {
    state: exercise && stateOf(exercise, now),
    feedback: exercise?.feedback ?? null,
    claims,
    hintsTaken: score.hints,
    total: { ...total, ...hidden },
    faults:
      view === 'nothing' ? [] : faults.map((fault) => ({ ...fault, ...(view !== 'everything' && WITHOUT_COUNTS) })),
    rightNone: view === 'nothing' ? null : none.right,
    wrongNone: view === 'nothing' ? null : none.wrong,
    defects: view === 'nothing' ? UNKNOWN : defects,
    foundDefects: shownDefects,
    ...(score.grade && { grade: score.grade }),
    missed: missed.map((fault) => ({ ...fault, effect: effectOf(fault.fault) })),
  }
}

/** Returns what a fault does to a response. */
export function effectOf(name: string): string {
  return FAULTS.find((fault) => fault.name === name)?.effect ?? ''
}
