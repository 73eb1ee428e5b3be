import { showGoal } from '../../../src/classroom/drills/routes.js'
import { goalsOf } from '../../../src/rules/client-habits/goals.js'
import { EXAMPLE_NOW, EXAMPLE_REQUEST_ID } from './example.js'

/** The drill of a board whose client has only repeated a request that was refused. */
export const EXAMPLE_DRILL = {
  state: 'running',
  requests: 2,
  percent: null,
  best: null,
  interrupted: false,
  startedAt: EXAMPLE_NOW,
  finishedAt: null,
  right: null,
  total: null,
  goals: goalsOf([], []).map(showGoal),
  verdicts: [
    {
      situation: 'refused-request',
      verdict: 'wrong',
      request: 'GET /tasks/999999',
      faults: [],
      requestIds: [EXAMPLE_REQUEST_ID, '5d0b7c7e-31f4-4b0a-9c58-e2a6f1d94b37'],
      reason: 'The client repeated the request unchanged after 404.',
    },
  ],
}

/** The same drill, when the client has finished. */
export const EXAMPLE_FINISHED_DRILL = {
  ...EXAMPLE_DRILL,
  state: 'finished',
  percent: 16.6,
  best: 16.6,
  finishedAt: EXAMPLE_NOW,
  right: 1,
  total: 6,
}

/** The same drill, before the client has begun. */
export const EXAMPLE_NEW_DRILL = { ...EXAMPLE_DRILL, state: 'ready', requests: 0, startedAt: null, verdicts: [] }
