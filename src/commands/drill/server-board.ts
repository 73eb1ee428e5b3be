import { toBoard } from '../../app/service-client.js'
import type { Drill } from '../../classroom/drills/schemas.js'
import { CommandFailed } from '../../contract/command-failed.js'
import { variantPath } from '../../contract/variant-path.js'
import type { DrillSettings } from '../../rules/client-habits/drill.js'
import { openManagementApi } from '../grade/management-api.js'
import type { DrillBoard, DrillOptions } from './types.js'

/**
 * Creates a board with a drill on a running service. It is deleted at the end.
 *
 * @param signal ends the requests, except the one that deletes the board
 * @throws CommandFailed if the service refuses a request
 * @throws ServerUnreachable
 */
export async function createServerBoard(
  { url, token }: NonNullable<DrillOptions['server']>,
  settings: DrillSettings,
  signal: AbortSignal,
): Promise<DrillBoard> {
  const api = openManagementApi(url, token, signal)
  const board = await api.createBoard('drill')
  const close = () => openManagementApi(url, token).deleteBoard(board)
  const exercise = await api.call(toBoard('PUT', board, '/exercise', { drill: settings })).catch(async (error) => {
    // A second failure would hide the first.
    await close().catch(() => {})
    throw error
  })
  if (exercise.body.drill === undefined) {
    await close()
    throw new CommandFailed(`The server ${url} has no drills: it is an older version`)
  }
  return {
    url: board.baseUrl,
    apiUrl: board.baseUrl + variantPath('buggy'),
    async finish({ claimsSuccess, wasStopped }) {
      const json = { success: claimsSuccess, stopped: wasStopped }
      const finish = { method: 'POST', path: `/b/${board.id}/drill/finish`, token: board.ownerToken, json }
      const { body } = await api.call(finish)
      const { requests, percent, right, total, goals, verdicts } = body as unknown as Drill
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
