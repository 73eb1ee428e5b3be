import type { BoardDefects } from '../store.js'

/**
 * Returns an expression for a setting of a board: that of its class, or its own. Use it in statements whose table is
 * `board`.
 */
export function settingOf(column: 'exercise' | 'fault_settings'): string {
  return `CASE WHEN board.class_id IS NULL THEN board.${column}
    ELSE (SELECT class.${column} FROM class WHERE class.id = board.class_id) END`
}

/** Whether the class of a board is frozen; NULL for boards without a class. */
export const IS_FROZEN = '(SELECT class.is_frozen FROM class WHERE class.id = board.class_id)'

/** The names of the defects of the class of a board, as a JSON list; NULL for boards without a class. */
export const CLASS_DEFECTS = '(SELECT class.defects FROM class WHERE class.id = board.class_id)'

/**
 * Returns the defects of a board. In a class, the class has their names, and the board has their notes.
 *
 * @param own the column `defects` of the board
 * @param ofClass the column `defects` of its class, or NULL
 */
export function effectiveDefects(own: string | null, ofClass: string | null): BoardDefects | null {
  const notes = parseDefects(own)
  if (ofClass === null) return notes
  const names = JSON.parse(ofClass) as string[]
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, notes?.[name] ?? []]))
}

/** Returns stored defects as JSON text, or NULL for a board without defects. */
export function toStoredDefects(names: readonly string[]): string | null {
  return names.length === 0 ? null : JSON.stringify(Object.fromEntries(names.map((name) => [name, []])))
}

export function parseDefects(stored: string | null): BoardDefects | null {
  return stored === null ? null : (JSON.parse(stored) as BoardDefects)
}
