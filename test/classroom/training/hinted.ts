import type { Test } from 'tap'
import type { Json } from '../../kit/helper.js'
import { minute, startExercise } from './learner.js'

export const EVERY = { script: [['date-mix']], scriptEnd: 'repeat' }

export const COUNTED = { hints: 'counted', faults: EVERY, endsAt: minute(30) }

/** Starts an exercise, and returns a function that takes a hint for a response. */
export async function startHints(t: Test, input?: object) {
  const exercise = await startExercise(t, input)
  const { send, asOwner } = exercise
  if (input === undefined) await asOwner('PUT /faults', { json: { script: [['date-mix'], []] } })
  const hint = (requestId: string) => send(`POST /requests/${requestId}/hints`)
  const exchange = async (requestId: string): Promise<Json> => (await send(`GET /requests/${requestId}`)).json
  return { ...exercise, hint, exchange }
}
