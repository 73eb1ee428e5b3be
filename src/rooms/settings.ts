import type { RoomFork, RoomProfile, RoomSettings, RoomView } from './room.js'

/** The number of digits of the number of an exercise in ids. */
const EXERCISE_DIGITS = 4

/** Returns the profile of a room, which a stored room has. */
export function profileOf({ version }: RoomView): RoomProfile {
  return version.profile as RoomProfile
}

export function settingsOf(room: RoomView): RoomSettings {
  return profileOf(room).settings
}

export function changeRoom(room: RoomFork, changes: Partial<RoomProfile>): void {
  room.version = { ...room.version, profile: { ...profileOf(room), ...changes } }
}

export function changeSettings(room: RoomFork, changes: Partial<RoomSettings>): void {
  changeRoom(room, { settings: { ...settingsOf(room), ...changes } })
}

/** Returns the number of the exercise of a room as ids of items start with it. */
export function exerciseId(room: RoomView): string {
  return String(settingsOf(room).exerciseNumber).padStart(EXERCISE_DIGITS, '0')
}

/** Replaces the names of the defects of a room. Notes and effects carry their number, so those of earlier ones end. */
export function changeDefects(room: RoomFork, defects: readonly string[]): void {
  changeSettings(room, { defects, defectsNumber: settingsOf(room).defectsNumber + 1 })
}
