/** The faults of buggy, a file for each kind. @module */

import { content } from './faults/content.js'
import { refusals } from './faults/refusals.js'
import { specification } from './faults/specification.js'
import { transport } from './faults/transport.js'
import { overload } from './overload.js'

/** The faults of the buggy variant, in the order in which they run. Those beyond the specification have the rate 0 (decision 145). */
export const FAULTS = [...specification, ...refusals, ...transport, ...content, ...overload]

export const FAULT_NAMES = FAULTS.map(({ name }) => name)
