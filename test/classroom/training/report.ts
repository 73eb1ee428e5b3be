import type { startClass } from './class.js'

/** Reads buggy on a board, whose every response has mixed dates, and claims a fault. */
export async function report(
  { onBoard }: Awaited<ReturnType<typeof startClass>>,
  index: number,
  id: string,
  fault: string,
) {
  await onBoard(index, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
  return onBoard(index, 'POST /claims', { json: { requestId: id, fault } })
}

export const EXERCISE = {
  challenges: ['first-list', 'find-date-mix'],
  faults: { script: [['date-mix']], scriptEnd: 'repeat' },
}

export const NAMES = ['Ada', 'Grace', 'Alan']
