import type { TaskInput } from '../../src/contract/schemas/task.js'
import type { Request, Running } from '../contestants/process.js'
import type { PrivateBoard } from './private-boards.js'

const NOW = '2026-03-02T08:30:00Z'

/** Builds a snapshot with tasks in one column. */
export function buildSnapshot(count: number, task: Pick<TaskInput, 'title' | 'description' | 'labels'>): Buffer {
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    sortOrder: index,
    labels: [],
    checklistItems: [],
    comments: [],
    attachments: [],
    createdAt: NOW,
    updatedAt: NOW,
    ...task,
  }))
  const lastIds = { task: count, checklistItem: 0, comment: 0, attachment: 0 }
  return Buffer.from(JSON.stringify({ version: 1, lastIds, tasks, faults: { seed: 1, ordinal: 0 } }))
}

export function loadRequest({ id, ownerToken }: PrivateBoard, snapshot: Buffer): Request {
  return {
    method: 'PUT',
    path: `/boards/${id}/snapshot`,
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: snapshot,
  }
}

/** Replaces the content of a board. */
export async function loadSnapshot(
  running: Pick<Running, 'send'>,
  board: PrivateBoard,
  snapshot: Buffer,
): Promise<void> {
  const { status, body } = await running.send(loadRequest(board, snapshot))
  if (status !== 204) throw new Error(`Loading a snapshot returned ${status}: ${body}`)
}
