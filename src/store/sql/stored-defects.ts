import type { BoardDefects } from '../store.js'

/** Returns stored defects as JSON text, or NULL for a board without defects. */
export function toStoredDefects(names: readonly string[]): string | null {
  return names.length === 0 ? null : JSON.stringify(Object.fromEntries(names.map((name) => [name, []])))
}

export function parseDefects(stored: string | null): BoardDefects | null {
  return stored === null ? null : (JSON.parse(stored) as BoardDefects)
}
