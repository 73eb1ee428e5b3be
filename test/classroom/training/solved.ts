import type { Test } from 'tap'
import type { Json } from '../../kit/helper.js'
import { startExercise } from './learner.js'

export const EVERY = { script: [['date-mix']], scriptEnd: 'repeat' }

/** Returns the names of the challenges that a list shows as solved. */
export const solvedIn = ({ challenges }: Json): string[] =>
  challenges.filter(({ solved }: Json) => solved === true).map(({ name }: Json) => name)

/** Starts an exercise, and returns functions that read the challenges. */
export async function start(t: Test, input?: object, options: object = {}) {
  const exercise = await startExercise(t, input, options)
  const list = async (token?: string): Promise<Json> =>
    (await exercise.send('GET /challenges', token === undefined ? {} : { token })).json
  return { ...exercise, list, find: async (name: string, token?: string) => findIn(await list(token), name) }
}

export const findIn = (list: Json, name: string): Json =>
  list.challenges.find((challenge: Json) => challenge.name === name)
