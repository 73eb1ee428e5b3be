import { variantPath } from '../contract/variant-path.js'
import type { Goal } from '../drills/task.js'
import { GradeFailed } from '../grade/grade-failed.js'
import { openManagementApi } from '../grade/management-api.js'
import type { DrillSettings } from '../habits/drill.js'
import type { Verdict } from '../habits/row.js'
import type { DrillBoard, DrillServer } from './types.js'

/** The drill of a board, as the service returns it. */
interface ServerDrill {
  requests: number
  percent: number | null
  right: number | null
  total: number | null
  goals: readonly (Omit<Goal, 'isReached'> & { reached: boolean })[]
  verdicts: readonly Verdict[]
}

/**
 * Creates a board with a drill on a running service. It is deleted at the end.
 *
 * @param signal ends the requests, except the one that deletes the board
 * @throws GradeFailed if the service refuses a request
 * @throws ServerUnreachable
 */
export async function createServerBoard(
  { url, token }: DrillServer,
  settings: DrillSettings,
  signal: AbortSignal,
): Promise<DrillBoard> {
  const api = openManagementApi(url, token, signal)
  const board = await api.createBoard('drill')
  const close = () => openManagementApi(url, token).deleteBoard(board)
  const { drill } = await api.configureDrill(board, settings).catch(async (error) => {
    // A second failure would hide the first.
    await close().catch(() => {})
    throw error
  })
  if (drill === undefined) {
    await close()
    throw new GradeFailed(`The server ${url} has no drills: it is an older version`)
  }
  return {
    url: board.baseUrl,
    apiUrl: board.baseUrl + variantPath('buggy'),
    async finish({ claimsSuccess, wasStopped }) {
      const body = await api.finishDrill(board, { success: claimsSuccess, stopped: wasStopped })
      const { requests, percent, right, total, goals, verdicts } = body as unknown as ServerDrill
      return {
        requests,
        score: percent === null ? null : { right: Number(right), total: Number(total), percent },
        goals: goals.map(({ reached, ...goal }) => ({ ...goal, isReached: reached })),
        verdicts,
      }
    },
    close,
  }
}
