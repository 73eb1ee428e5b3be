import { createHash, randomBytes } from 'node:crypto'
import type { Reply } from './client.js'
import type { Found } from './ledger.js'
import type { Operation, Worker } from './operation.js'
import { pick } from './pick.js'

const COMMENTS_MAX = 5
const ATTACHMENTS_MAX = 3
const BOUNDARY = 'soak-8c2f1e'

/** The name of a file is the digest of its bytes, so every download can be checked. */
const nameOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function formOf(bytes: Buffer): Buffer {
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="files"; filename="${nameOf(bytes)}"`,
    'Content-Type: application/octet-stream',
    '\r\n',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/** Operations on the comments and attachments of the worker's own tasks. */
export function operationsOnParts({ caller, onBreach, newTitle, withTask, change }: Worker): Operation[] {
  /** Runs a function with a comment or an attachment of one of the worker's tasks, if the task has one. */
  async function withPart<K extends 'comments' | 'attachments'>(
    kind: K,
    run: (ids: [task: number, part: number], index: number, known: string[]) => Promise<unknown>,
  ): Promise<void> {
    await withTask(async (id, known) => {
      if (known[kind].length === 0) return
      const task: Found | undefined = (await caller.call('GET /tasks/{id}', 200, { ids: [id] }))?.json
      if (task === undefined) return
      const index = pick([...known[kind].keys()])
      const part = task[kind][index]
      if (part === undefined) return onBreach(`task ${id} has fewer than ${known[kind].length} ${kind}`)
      await run([id, part.id], index, known[kind])
    })
  }

  async function comment(): Promise<void> {
    await withTask(async (id, known) => {
      if (known.comments.length >= COMMENTS_MAX) return removeComment()
      const text = newTitle()
      await change(id, { comments: [...known.comments, text] }, () =>
        caller.call('POST /tasks/{id}/comments', 201, { ids: [id], body: { text } }),
      )
    })
  }

  async function replaceComment(): Promise<void> {
    const text = newTitle()
    await withPart('comments', (ids, index, comments) =>
      change(ids[0], { comments: comments.with(index, text) }, () =>
        caller.call('PUT /tasks/{id}/comments/{commentId}', 200, { ids, body: { text } }),
      ),
    )
  }

  async function removeComment(): Promise<void> {
    await withPart('comments', (ids, index, comments) =>
      change(ids[0], { comments: comments.toSpliced(index, 1) }, () =>
        caller.call('DELETE /tasks/{id}/comments/{commentId}', 204, { ids }),
      ),
    )
  }

  async function upload(): Promise<void> {
    await withTask(async (id, known) => {
      const bytes = randomBytes(2000)
      const send = (expected: number): Promise<Reply | undefined> =>
        caller.call('POST /tasks/{id}/attachments', expected, {
          ids: [id],
          body: formOf(bytes),
          headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        })
      // The service refuses one file too many and changes nothing.
      if (known.attachments.length === ATTACHMENTS_MAX) await change(id, {}, () => send(400))
      else await change(id, { attachments: [...known.attachments, nameOf(bytes)] }, () => send(201))
    })
  }

  async function download(): Promise<void> {
    await withPart('attachments', async (ids, index, names) => {
      const reply = await caller.call('GET /tasks/{id}/attachments/{attachmentId}', 200, { ids })
      if (reply !== undefined && nameOf(reply.bytes) !== names[index]) {
        onBreach(`attachment ${ids[1]} differs from the uploaded file`)
      }
    })
  }

  async function removeAttachment(): Promise<void> {
    await withPart('attachments', (ids, index, names) =>
      change(ids[0], { attachments: names.toSpliced(index, 1) }, () =>
        caller.call('DELETE /tasks/{id}/attachments/{attachmentId}', 204, { ids }),
      ),
    )
  }

  return [
    [5, comment],
    [2, replaceComment],
    [2, removeComment],
    [3, upload],
    [5, download],
    [1, removeAttachment],
  ]
}
