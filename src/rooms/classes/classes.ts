import { isDeepStrictEqual } from 'node:util'
import { ClassNotFound } from '../../contract/errors.js'
import { deleteItemsFrom } from '../board/items.js'
import { revise } from '../board/revision.js'
import { DEFAULT_SETTINGS, type RoomFork, type RoomProfile, type RoomView } from '../room.js'
import { changeDefects, changeRoom, changeSettings, profileOf } from '../settings.js'
import { restartsIn } from '../training/challenges.js'
import { drillIn } from '../training/drills.js'
import { withDefaults } from '../training/exercise-settings.js'
import { firstsOf, scoreIn, toCounts } from '../training/score.js'
import { hasJoined, LEARNER, learnersOf } from './learners.js'
import type { ClassBoard, ClassChanges, ClassFirst, NewClass, StoredClass } from './values.js'

/** Whether a room is a class. Boards without a class have no code to join them. */
export function isClass({ joinCode }: Pick<RoomProfile, 'joinCode'>): boolean {
  return joinCode !== null
}

/** @throws ClassNotFound if the room is that of a board without a class */
export function requireClass(room: RoomView): void {
  if (!isClass(profileOf(room))) throw new ClassNotFound()
}

/** Returns the profile of a new class. */
export function toProfile(created: Omit<NewClass, 'id'>, now: string): RoomProfile {
  const { name, secretHash, joinCode, expiresAt, exercise, faults, defects, isFrozen, isJoinable } = created
  return {
    ...{ name, secretHash, joinCode, expiresAt, createdAt: now, usedAt: now, deletedAt: null },
    settings: { ...DEFAULT_SETTINGS, exercise: withDefaults(exercise), faults, defects, isFrozen, isJoinable },
  }
}

export function getClass(room: RoomView): StoredClass {
  const { name, secretHash, joinCode, expiresAt, createdAt, settings } = profileOf(room)
  const { exercise, faults, defects, isFrozen, isJoinable } = settings
  return {
    ...{ id: room.id, name, secretHash, joinCode, expiresAt, createdAt },
    ...{ exercise, faults, defects, isFrozen, isJoinable },
  } as StoredClass
}

/**
 * Changes settings of a class, which apply to all its boards at once. The revisions of the boards change if they show the
 * change.
 */
export function configureClass(room: RoomFork, changes: ClassChanges): void {
  const { exercise, faults, defects, isFrozen, isJoinable, ...profile } = changes
  const before = getClass(room)
  changeRoom(room, withoutUndefined(profile))
  changeSettings(room, {
    ...withoutUndefined({ faults, isFrozen, isJoinable }),
    ...(exercise !== undefined && { exercise: withDefaults(exercise) }),
  })
  if (defects !== undefined) changeDefects(room, defects)
  if (!isDeepStrictEqual(shownOnBoards(getClass(room)), shownOnBoards(before))) revise(room)
}

function shownOnBoards({ expiresAt, exercise, faults, defects, isFrozen }: StoredClass): unknown[] {
  return [expiresAt, exercise, faults, defects, isFrozen]
}

/** Returns the properties that have a value. */
function withoutUndefined<Values extends object>(values: Values) {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
}

/** Marks a class and its boards as deleted. The names of learners are erased at once. */
export function deleteClass(room: RoomFork, now: string): void {
  deleteItemsFrom(room, LEARNER)
  changeRoom(room, { deletedAt: now, joinCode: null })
}

/**
 * Returns the boards of a class with what their scores are computed from, in the order of their creation.
 *
 * @param challenges the names of the challenges to count
 */
export function readClassBoards(room: RoomView, challenges: readonly string[] = []): ClassBoard[] {
  return learnersOf(room).map((learner) => {
    const { id, name, codeHash, createdAt, usedAt, requests, lastRequestAt, restarts = 0 } = learner
    const score = scoreIn(room, id)
    return {
      ...{ id, name, codeHash, isJoined: hasJoined(learner), createdAt, usedAt, requests, lastRequestAt },
      counts: toCounts(score),
      hintsTaken: score.hints,
      challengesSolved: challenges.filter((challenge) => Object.hasOwn(score.solved, challenge)).length,
      lastProgressAt: score.progressAt,
      grade: score.grade,
      drill: drillIn(room, id),
      challengeRestarts: restartsIn(room, restarts),
    }
  })
}

/**
 * Returns the first right claim of each fault and the first solution of each challenge in a class, since the start of the
 * exercise. The latest come first.
 */
export function listFirsts(room: RoomView): ClassFirst[] {
  const firsts = new Map<string, ClassFirst>()
  // Of two at the same time, the board with the lower id is the first.
  const boards = learnersOf(room).map(({ id }) => id)
  for (const board of boards.sort()) {
    for (const { times, ...found } of firstsOf(scoreIn(room, board))) {
      const key = `${found.kind} ${found.name}`
      const first = firsts.get(key)
      const earlier = first === undefined || found.time < first.time ? { ...found, board } : first
      firsts.set(key, { ...earlier, times: times + (first?.times ?? 0) })
    }
  }
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  return [...firsts.values()].sort(
    (a, b) => compare(b.time, a.time) || compare(a.kind, b.kind) || compare(a.name, b.name),
  )
}
