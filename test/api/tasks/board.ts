import type { Test } from 'tap'
import { type Json, multipart, type Service } from '../../kit/helper.js'

/** The full task with this id, read through v1. */
export async function getTask(service: Service, id: number): Promise<Json> {
  return (await service.send(`GET /api/v1/tasks/${id}`)).json
}

/** Adds a comment to a task; returns the comment. */
export async function addComment(service: Service, taskId: number, text = 'A comment'): Promise<Json> {
  return (await service.send(`POST /api/v1/tasks/${taskId}/comments`, { json: { text } })).json
}

/** Uploads one file to a task; returns the attachment and its path. */
export async function addAttachment(
  service: Service,
  taskId: number,
  part: Parameters<typeof multipart>[0][number] = { fileName: 'a.txt', type: 'text/plain', content: 'abc' },
): Promise<Json> {
  const path = `/api/v1/tasks/${taskId}/attachments`
  const [attachment] = (await service.send(`POST ${path}`, multipart([part]))).json
  return { attachment, path: `${path}/${attachment.id}` }
}

/** The ids of a column in the order of `sortOrder`, which must be exactly 0 to n−1. */
export async function column(t: Test, service: Service, status: string): Promise<number[]> {
  const { json } = await service.send(`GET /api/v1/tasks?status=${status}&sort=sortOrder&size=100`)
  const tasks: Json[] = json.content
  const positions = tasks.map(({ sortOrder }) => sortOrder)
  t.strictSame(
    positions,
    tasks.map((_, index) => index),
    `the positions of ${status} are contiguous`,
  )
  return tasks.map(({ id }) => id)
}
