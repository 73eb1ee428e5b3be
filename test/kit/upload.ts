import type { Test } from 'tap'
import { type Json, multipart, type Service, startService } from './helper.js'
import { request, startListening } from './raw-http.js'

export const MEBIBYTE = 1_048_576

export type Parts = Parameters<typeof multipart>[0]

export const small = (fileName: string) => ({ fileName, content: fileName })

/** A file that is one byte too large. */
export const big = (fileName: string) => ({ fileName, content: Buffer.alloc(MEBIBYTE + 1) })

/** The names of attachments. */
export const named = (attachments: Json): string[] => attachments.map(({ fileName }: Json) => fileName)

/** Starts the service with a task to upload to. */
export const startWithTask = async (t: Test) => withTask(await startService(t))

/** The same on a port of its own. */
export const listenWithTask = async (t: Test) => withTask(await startListening(t))

async function withTask<S extends Service>(service: S) {
  const task = await service.createTask()
  const path = `/api/v1/tasks/${task.id}/attachments`
  return {
    ...service,
    task,
    path,
    upload: (parts: Parts) => service.send(`POST ${path}`, multipart(parts)),
    /** Returns the names of the files that the task has. */
    stored: async () => named((await service.send(`GET /api/v1/tasks/${task.id}`)).json.attachments),
  }
}

/** An upload, byte for byte. */
export function uploadRequest(path: string, parts: Parts): Buffer {
  const { headers, body } = multipart(parts)
  return request(`POST ${path}`, { 'Content-Type': headers['content-type'] }, body)
}

/** The same upload without a Content-Length, in chunks. */
export function chunkedUpload(path: string, parts: Parts, chunkSize: number): Buffer[] {
  const { headers, body } = multipart(parts)
  const pieces = Array.from({ length: Math.ceil(body.length / chunkSize) }, (_, i) =>
    body.subarray(i * chunkSize, (i + 1) * chunkSize),
  )
  return [
    request(`POST ${path}`, { 'Content-Type': headers['content-type'], 'Transfer-Encoding': 'chunked' }),
    ...pieces.map((piece) =>
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    ),
    Buffer.from('0\r\n\r\n'),
  ]
}

/** The same as browsers make it. */
export function form(files: Record<string, string | Buffer>): FormData {
  const data = new FormData()
  for (const [name, content] of Object.entries(files)) {
    data.append('files', new Blob([content], { type: 'text/plain' }), name)
  }
  return data
}
