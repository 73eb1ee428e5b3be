import type { Challenge } from '../../challenge.js'
import { columnInOrder } from './column-in-order.js'
import { moveAcross } from './move-across.js'
import { movePastEnd } from './move-past-end.js'
import { moveUnknown } from './move-unknown.js'
import { moveWithPut } from './move-with-put.js'
import { moveWithin } from './move-within.js'
import { negativeIndex } from './negative-index.js'

export const ORDERING: readonly Challenge[] = [
  moveAcross,
  moveWithin,
  movePastEnd,
  negativeIndex,
  moveUnknown,
  moveWithPut,
  columnInOrder,
]
