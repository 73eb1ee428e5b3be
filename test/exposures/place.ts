import type { TestBoard } from '../boards/board.js'
import { fetchFrom } from '../conformance/helper.js'
import type { Service } from '../helper.js'
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
