/** The characters that keyboards and editors produce for an apostrophe. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bb\u02bc\u2032\u00b4\uff07`]/g

/** The characters that keyboards and editors produce for a hyphen. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g

/** Joiners, selectors and other characters that change at most how their neighbours look. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns a text that is equal for equal names of learners. Case, the composition and width of letters, joiners, the style
 * of apostrophes and hyphens, and the number of spaces do not matter.
 */
export function nameKey(name: string): string {
  const typed = name.replace(INVISIBLE, '').replace(APOSTROPHES, "'").replace(HYPHENS, '-')
  // Some letters have a composed form only in one case, İ keeps its dot as a mark, and Σ has two forms in lower case.
  const lower = typed
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/i\u0307/g, 'i')
    .replaceAll('ς', 'σ')
  return lower.replace(/\s+/g, ' ').trim()
}
