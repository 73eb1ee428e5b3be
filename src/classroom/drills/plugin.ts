/** The drills of boards: the faults of each run, and what a client did about them. @module */

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isSafe } from '../../http/request-target.js'
import { type BoardDrills, createBoardDrills } from './board-drills.js'

/** The interval at which runs whose exercise has ended are judged, in milliseconds. */
const INTERVAL = 1000

declare module 'fastify' {
  interface FastifyInstance {
    /** The drills of the exercises of boards. */
    drills: BoardDrills
  }
}

/** @param main an application whose drills this one shares */
export const boardDrills = fp<{ main?: FastifyInstance }>(async (app, { main }) => {
  const drills = main?.drills ?? createBoardDrills(app)
  app.decorate('drills', drills)
  // A write after the end of the exercise can change the tasks on which the result depends.
  app.boardHooks.onRequest.push(({ board, isDryRun, method }) => {
    if (board.state?.exercise?.drill == null || isDryRun || isSafe(method)) return undefined
    return drills.end(board.id)
  })
  if (main !== undefined) return
  app.store.changes.on('forget', drills.forget)
  const timer = setInterval(() => drills.endRuns(), INTERVAL).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await drills.endRuns()
  })
})
