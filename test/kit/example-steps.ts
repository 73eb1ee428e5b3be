import { CLASS_REQUESTS, EXAMPLE_CLASS } from '../../scripts/openapi/examples/classes.js'
import { EXAMPLE_NOW, EXAMPLE_REQUEST_ID } from '../../scripts/openapi/examples/example.js'
import { EXAMPLE_CERTIFICATE, EXAMPLE_EXERCISE_INPUT } from '../../scripts/openapi/examples/training.js'
import { EXAMPLE_BOARD } from '../../src/site/documents.js'
import { ADMIN_TOKEN } from './board.js'
import type { ExampleBoard, Step } from './example-boards.js'

/** What happens on the board in the examples. */

const token = ADMIN_TOKEN

/** Has the board of the examples send a delayed response, and the response with mixed dates that the examples claim. */
export async function sendFaults({ send, class: ofClass }: ExampleBoard): Promise<void> {
  const settings = ofClass === undefined ? `/boards/${EXAMPLE_BOARD}` : `/classes/${EXAMPLE_CLASS}`
  await send(`POST /b/${EXAMPLE_BOARD}/api/v1/tasks`, { json: { title: 'Pack', status: 'TODO' } })
  const script = [['slow-response', 'server-error'], ['date-mix']]
  // With this seed, `createdAt` is the number.
  await send(`PUT ${settings}/faults`, { token, json: { script, ...(ofClass === undefined && { seed: 2026 }) } })
  await send(`GET /b/${EXAMPLE_BOARD}/api/buggy/tasks`)
  const headers = { 'x-request-id': EXAMPLE_REQUEST_ID }
  await send(`GET /b/${EXAMPLE_BOARD}/api/buggy/tasks/1`, { headers, unchecked: true })
}

/** Has a learner make the claim of the examples. */
export async function claim(board: ExampleBoard): Promise<void> {
  await sendFaults(board)
  await board.send(`POST /b/${EXAMPLE_BOARD}/claims`, {
    json: { requestId: EXAMPLE_REQUEST_ID, fault: 'date-mix', comment: 'createdAt is a number' },
  })
}

/** Has a learner take part in the exercise. */
export async function takePart(board: ExampleBoard): Promise<void> {
  if (board.class === undefined) await startExercise(board)
  else await board.send('POST /classes/join', { json: CLASS_REQUESTS.joinClass })
  await claim(board)
}

/** Has a learner take part in an exercise of the class that has ended. */
export async function finishExercise(
  board: ExampleBoard,
  { startsAt, endsAt } = { startsAt: '2026-03-02T08:00:00Z', endsAt: EXAMPLE_NOW },
): Promise<void> {
  const configure = (times: object) =>
    board.send(`PUT /classes/${EXAMPLE_CLASS}/exercise`, { token, json: { ...EXAMPLE_EXERCISE_INPUT, ...times } })
  await configure({ startsAt })
  await takePart(board)
  await configure({ startsAt, endsAt })
}

/** Submits the grade of the examples. */
export async function submitGrade({ send }: ExampleBoard): Promise<void> {
  await send(`PUT /b/${EXAMPLE_BOARD}/grade`, { json: { variant: 'v1', found: 24, defects: 95 } })
}

/** Starts the exercise of the examples. */
export const startExercise = ({ send }: ExampleBoard) =>
  send(`PUT /boards/${EXAMPLE_BOARD}/exercise`, { token, json: EXAMPLE_EXERCISE_INPUT })

/** Has a learner of the class take part in an exercise, which then ends, and get the certificate. */
export async function earnCertificate(board: ExampleBoard): Promise<void> {
  await finishExercise(board, EXAMPLE_CERTIFICATE)
  const { json } = await board.send(`GET /b/${EXAMPLE_BOARD}/certificate`)
  board.replace(EXAMPLE_CERTIFICATE.number, json.number)
}

/** Starts the exercise with a drill, in which a client repeats a request that was refused. */
export async function drill({ send }: ExampleBoard): Promise<void> {
  await send(`PUT /boards/${EXAMPLE_BOARD}/exercise`, { token, json: { drill: {} } })
  for (const _ of [1, 2]) await send(`GET /b/${EXAMPLE_BOARD}/api/buggy/tasks/999999`, { unchecked: true })
}

/** Gives the board the defects of the examples. */
export const addDefects = ({ send }: ExampleBoard) =>
  send(`PUT /boards/${EXAMPLE_BOARD}/defects`, { token, json: { defects: ['list-ignores-status', 'summary'] } })

/** Runs steps one after the other. */
export const inTurn =
  (...steps: Step[]): Step =>
  async (board) => {
    for (const step of steps) await step(board)
  }
