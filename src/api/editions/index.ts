/** The editions of the contract, and what differs between them. @module */

import { current } from './current.js'
import { earlier } from './earlier.js'
import type { Edition } from './edition.js'

/** The list of editions. To add an edition, add an entry. The first is the default. */
export const EDITIONS: readonly [Edition, ...Edition[]] = [current, earlier]
