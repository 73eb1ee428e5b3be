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

/** Returns the next exercise of a room, which can depend on the one before, with the settings that come with it. */
export type ChooseExercise = (before: Exercise | null) => ExerciseChanges

/**
 * Stores the exercise of a room, and the settings that come with it.
 *
 * @returns the exercise
 */
export function configureExercise(room: RoomFork, choose: ChooseExercise): Exercise | null {
  const { exerciseNumber, exercise: before } = profileOf(room)
  const { exercise, restarts = false, seed, hasOwnSeeds = false, faults, defects } = choose(before)
  changeRoom(room, {
    exercise,
    ...(faults && { faults }),
    ...(restarts && { exerciseNumber: exerciseNumber + 1 }),
  })
  if (restarts) deleteOldScores(room)
  if (defects !== undefined) changeDefects(room, defects)
  if (seed !== undefined) restartPlans(room, seed, !hasOwnSeeds)
  revise(room)
  return exercise
}

/** Stores the exercise of a board without a class, as `configureExercise` does. */
export function configureOwnExercise(board: BoardFork, choose: ChooseExercise): Exercise | null {
  const { exerciseNumber } = profileOf(board.room)
  const exercise = configureExercise(board.room, choose)
  if (profileOf(board.room).exerciseNumber !== exerciseNumber) deleteSegments(board)
  return exercise
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
