/** The exercises of boards, with their claims, challenges, drills and scores. @module */

import { restartPlans } from '../fault-plan.js'
import type { BoardFork } from '../handles.js'
import { deleteSegments } from '../log/exchanges.js'
import { changeDefects, changeRoom, profileOf, type RoomFork } from '../room.js'
import { revise } from '../versioned.js'
import { requireOpen } from './claims.js'
import { deleteOldScores } from './drills.js'
import type { Exercise } from './exercise-settings.js'
import { changeScore } from './score.js'
import type { ExerciseChanges, Grade } from './values.js'

/** Stores the exercise of a room, and the settings that come with it, or removes it. Items of the last one stay. */
export function configureExercise(
  room: RoomFork,
  exercise: Exercise | null,
  { restarts = false, seed, hasOwnSeeds = false, faults, defects }: ExerciseChanges = {},
): void {
  const { exerciseNumber } = profileOf(room)
  changeRoom(room, {
    exercise,
    ...(faults && { faults }),
    ...(restarts && { exerciseNumber: exerciseNumber + 1 }),
  })
  if (restarts) deleteOldScores(room)
  if (defects !== undefined) changeDefects(room, defects)
  if (seed !== undefined) restartPlans(room, seed, !hasOwnSeeds)
  revise(room)
}

/** Stores the exercise of a board without a class, as `configureExercise` does. */
export function configureOwnExercise(board: BoardFork, exercise: Exercise | null, changes: ExerciseChanges = {}): void {
  configureExercise(board.room, exercise, changes)
  if (changes.restarts) deleteSegments(board)
}

/**
 * Stores the latest grade of a test suite.
 *
 * @throws BoardFrozen, ExerciseNotStarted, ExerciseEnded
 */
export function setGrade(board: BoardFork, grade: Grade): void {
  requireOpen(board, grade.time)
  changeScore(board, (score) => {
    score.grade = grade
  })
  revise(board)
}
