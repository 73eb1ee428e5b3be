/** Whether two names of learners are the same. Case and the composition of letters do not matter. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** Returns a text that is equal for equal names of learners. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim()
}
