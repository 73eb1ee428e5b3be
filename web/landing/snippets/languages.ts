import { curl } from './curl.js'
import { java } from './java.js'
import { javascript } from './javascript.js'
import { playwright } from './playwright.js'
import type { Programs } from './program.js'
import { pytest, python } from './python.js'

/** The languages and tools of the first requests, by the names that are shown. */
export const LANGUAGES = {
  curl,
  JavaScript: javascript,
  Python: python,
  Java: java,
  Playwright: playwright,
  pytest,
} as const satisfies Record<string, Programs>
export type Language = keyof typeof LANGUAGES
