import type { TestBoard } from '../../kit/board.js'
import type { Service } from '../../kit/helper.js'
import { fetchFrom } from '../check/helper.js'
import type { Place } from './play.js'

/** Opens a variant of a board. The responses are not checked, and the clock of the service moves on instead of a wait. */
export function placeOf(
  { clock }: Pick<Service, 'clock'>,
  board: Pick<TestBoard, 'id' | 'send'>,
  variant: string,
): Place {
  return {
    url: `http://localhost:3000/api/${variant}`,
    basePath: `/b/${board.id}/api/${variant}`,
    fetch: fetchFrom(board, true),
    wait: async (milliseconds) => {
      clock.now += milliseconds
    },
  }
}
