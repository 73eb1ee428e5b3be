import type { Binder } from './bind.js'
import { learnersOf } from './classes/learners.js'
import { deleteScore } from './delete-score.js'
import { listSolved } from './training/challenges.js'
import { addClaim, countClaims, listClaims, listClaimsAbout, listClaimsAfter, listMissed } from './training/claims.js'
import { finishDrill, outcomeIn, readDrilledTasks, restartDrill, startDrill } from './training/drills.js'
import { configureOwnExercise, getGrade, setGrade } from './training/exercise.js'
import { takeHint } from './training/hints.js'

/** Binds the operations of exercises, claims and challenges. */
export const trainingMethods = ({ read, write, record, readRoom }: Binder) => ({
  configureExercise: write(configureOwnExercise),
  addClaim: record(addClaim),
  takeHint: record(takeHint),
  listClaims: read(listClaims),
  listClaimsAfter: read(listClaimsAfter),
  listClaimsAbout: read(listClaimsAbout),
  countClaims: read(countClaims),
  listMissed: read(listMissed),
  listSolved: read(listSolved),
  deleteScore: write(deleteScore),
  setGrade: record(setGrade),
  getGrade: read(getGrade),
  startDrill: record(startDrill),
  restartDrill: write(restartDrill),
  finishDrill: record(finishDrill),
  readDrilledTasks: read(readDrilledTasks),
  getDrillOutcome: read((board) => outcomeIn(board.room, board.id)?.outcome),
  /** Lists the outcomes of the finished drills of the boards of a class. */
  listDrillOutcomes: readRoom((room) => learnersOf(room).flatMap(({ id }) => outcomeIn(room, id) ?? [])),
})
