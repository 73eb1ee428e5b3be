import type { Test } from 'tap'
import { startBoard, TASK, type TestBoard } from '../../kit/board.js'
import type { Reply, RequestOptions } from '../../kit/helper.js'

/** Starts a service with a board that has one task, whose description is not ASCII. */
export async function start(t: Test): Promise<TestBoard> {
  const board = await startBoard(t)
  await board.send('POST /api/v1/tasks', { json: { ...TASK, description: 'é 😀' } })
  return board
}

/** Sends a request often enough for every outcome of a draw. The seed is fixed, so the outcomes are always the same. */
export async function repeat(
  { asOwner, send }: TestBoard,
  fault: string,
  request: string,
  options: RequestOptions = {},
): Promise<Reply[]> {
  await asOwner('PUT /faults', { json: { script: [[fault]], scriptEnd: 'repeat', seed: 1 } })
  const replies = []
  for (let count = 0; count < 30; count++) replies.push(await send(request, { ...options, unchecked: true }))
  return replies
}
