import { defineKind } from './board/items.js'
import type { BoardFork, BoardView } from './handles.js'
import { changeDefects, profileOf, type RoomView } from './room.js'

/** The names of the defects of a board, each with its notes. A defect cannot be configured twice. */
export type BoardDefects = Readonly<Record<string, readonly unknown[]>>

/** What the defects of a board have noted, by name. The room has the names of the defects. */
const NOTES = defineKind<BoardDefects>('defect-notes')

/** Notes end with the defects that have made them. */
function idOf(room: RoomView): string {
  return String(profileOf(room).defectsNumber)
}

function notesOf(board: BoardView): BoardDefects | undefined {
  return NOTES.get(board, idOf(board.room))
}

/**
 * Returns the defects of a board with their notes; `null` if it never had any. A board whose defects were all removed gets an
 * empty record instead of `null`: its writes then still take the time of a dry run, so clients cannot recognise the control
 * boards of a grade.
 */
export function defectsOf(board: BoardView): BoardDefects | null {
  const { defects, defectsNumber } = profileOf(board.room)
  const isOfClass = board.room.id !== board.id
  if (defects.length === 0 && (isOfClass || defectsNumber === 0)) return null
  const notes = notesOf(board)
  return Object.fromEntries(defects.map((name) => [name, notes?.[name] ?? []]))
}

/** Replaces the defects of a board. Their notes and the counts of their effects are deleted. */
export function configureDefects(board: BoardFork, defects: readonly string[], now?: string): void {
  deleteDefectNotes(board)
  changeDefects(board.room, defects, now)
}

/**
 * Appends notes of a defect to those before them. Without the defect, nothing happens.
 *
 * @param max the maximum number of notes. The oldest are deleted.
 */
export function addDefectNotes(board: BoardFork, name: string, notes: readonly unknown[], max: number): void {
  const earlier = defectsOf(board)?.[name]
  if (earlier === undefined) return
  NOTES.put(board, idOf(board.room), { ...notesOf(board), [name]: [...earlier, ...notes].slice(-max) })
}

/** Deletes the notes of the defects of a board, as a reset and a loaded snapshot do. */
export function deleteDefectNotes(board: BoardFork): void {
  NOTES.delete(board, idOf(board.room))
}
