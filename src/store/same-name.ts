/** The characters that keyboards and editors produce for an apostrophe. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032\u00b4\uff07`]/g

/**
 * Whether two names of learners are the same. Case, the composition of letters, the style of apostrophes and the number of
 * spaces do not matter.
 */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

/** Returns a text that is equal for equal names of learners. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(APOSTROPHES, "'").replace(/\s+/g, ' ').trim()
}
