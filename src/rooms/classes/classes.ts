/** Classes and their learners. @module */

import { isDeepStrictEqual } from 'node:util'
import { compare } from '../directory.js'
import {
  changeDefects,
  changeRoom,
  deleteRoom,
  profileOf,
  type RoomFork,
  type RoomProfile,
  type RoomView,
} from '../room.js'
import { restartsIn } from '../training/challenges.js'
import { drillIn } from '../training/drills.js'
import { type Find, findsOf, scoreIn } from '../training/score.js'
import { revise } from '../versioned.js'
import { LEARNER, learnersOf } from './learners.js'

/** The profile of a class with its id. */
export type StoredClass = RoomProfile & Record<'id' | 'name' | 'secretHash' | 'joinCode' | 'expiresAt', string>

type Changeable = 'name' | 'secretHash' | 'joinCode' | 'expiresAt' | 'joinable' | 'frozen' | 'defects'

/** The properties to change. The others are missing or `null`. */
export type ClassChanges = { [Name in Changeable]?: StoredClass[Name] | null | undefined }

export type NewClass = Pick<StoredClass, 'id' | 'name' | 'secretHash' | 'joinCode' | 'expiresAt'> & Partial<RoomProfile>

/** Whether a room is a class. Boards without a class have no code to join them. */
export function isClass({ joinCode }: Pick<RoomProfile, 'joinCode'>): boolean {
  return joinCode !== null
}

export function getClass(room: RoomView): StoredClass {
  return { id: room.id, ...profileOf(room) } as StoredClass
}

/**
 * Changes settings of a class, which apply to all its boards at once. The revisions of the boards change if they show the
 * change.
 */
export function configureClass(room: RoomFork, { defects, ...changes }: ClassChanges, now?: string): void {
  const before = shownOnBoards(room)
  changeRoom(room, Object.fromEntries(Object.entries(changes).filter(([, value]) => value != null)))
  if (defects != null) changeDefects(room, defects, now)
  if (!isDeepStrictEqual(shownOnBoards(room), before)) revise(room)
}

function shownOnBoards(room: RoomView): unknown[] {
  const { expiresAt, defects, frozen } = profileOf(room)
  return [expiresAt, defects, frozen]
}

/** Deletes a class and its boards. The names of learners are erased at once. */
export function deleteClass(room: RoomFork): void {
  const boards = learnersOf(room).map(({ id }) => id)
  LEARNER.deleteFrom(room)
  deleteRoom(room, boards)
}

export type ClassBoard = ReturnType<typeof readClassBoards>[number]

/** Returns the boards of a class with what their learners have reached, in the order of their creation. */
export function readClassBoards(room: RoomView) {
  return learnersOf(room).map(({ place: _, restarts, ...learner }) => ({
    ...learner,
    score: scoreIn(room, learner.id),
    drill: drillIn(room, learner.id),
    challengeRestarts: restartsIn(room, restarts),
  }))
}

/** A find with the id of the board that was the first. */
export type ClassFirst = Find & { board: string }

/**
 * Returns the first right claim of each fault and the first solution of each challenge in a class, since the start of the
 * exercise. The latest come first.
 */
export function listFirsts(room: RoomView): ClassFirst[] {
  const firsts = new Map<string, ClassFirst>()
  // Of two at the same time, the board with the lower id is the first.
  const boards = learnersOf(room).map(({ id }) => id)
  for (const board of boards.sort()) {
    for (const { times, ...found } of findsOf(scoreIn(room, board))) {
      const key = `${found.kind} ${found.name}`
      const first = firsts.get(key)
      const earlier = first === undefined || found.time < first.time ? { ...found, board } : first
      firsts.set(key, { ...earlier, times: times + (first?.times ?? 0) })
    }
  }
  return [...firsts.values()].sort(
    (a, b) => compare(b.time, a.time) || compare(a.kind, b.kind) || compare(a.name, b.name),
  )
}
