import { randomBytes } from 'node:crypto'
import { createClient, type Reply } from './client.js'
import type { Ledger } from './ledger.js'

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE']
/** Tasks that a worker keeps at most, so that the board stays of one size. */
const TASKS_MAX = 10

/** What all workers share. */
export interface Watch {
  /** Where to send the next request; changes from call to call where there are replicas. */
  origin(): string
  isOver(): boolean
  onReply(operation: string, reply: Reply): void
  /** Is told of a request without an answer; throws where that must not be. */
  onNoAnswer(error: NodeJS.ErrnoException): void
  /** Is told of what must not happen. */
  onBreach(breach: string): void
}

const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Does one operation after the other until it is over; resolves with what it knows of its tasks. */
export async function work(name: string, watch: Watch): Promise<Ledger> {
  const client = createClient()
  const ledger: Ledger = new Map()
  const attachments: { task: number; id: number; bytes: Buffer }[] = []
  let token = ''
  let created = 0

  async function send(
    operation: string,
    path: string,
    body?: object | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const [method = ''] = operation.split(' ')
    const reply = await client.send(watch.origin() + path, method, body, headers)
    watch.onReply(operation, reply)
    return reply
  }

  function expectStatus(operation: string, reply: Reply, ...allowed: number[]): boolean {
    if (!allowed.includes(reply.status)) {
      watch.onBreach(
        `${operation} was answered with ${reply.status}: ${reply.bytes.toString().slice(0, 300)}`,
      )
    }
    return allowed[0] === reply.status
  }

  /** Asks for a change of a task of one's own; until it is answered, it may have happened or not. */
  async function change(
    id: number,
    asked: NonNullable<ReturnType<typeof ledger.get>>['asked'],
    ask: () => Promise<boolean>,
  ): Promise<void> {
    const known = ledger.get(id)
    if (known === undefined || asked === undefined) return
    known.asked = asked
    if (!(await ask())) return
    delete known.asked
    if (asked.deleted) ledger.delete(id)
    else Object.assign(known, asked)
  }

  // What was not answered is left as it is, so that it can be compared in the end.
  const someId = () => pick([...ledger].filter(([, { asked }]) => asked === undefined).map(([id]) => id))

  const operations: [weight: number, run: () => Promise<unknown>][] = [
    [
      12,
      async () => {
        if (ledger.size >= TASKS_MAX) return remove()
        const [title, status] = [`Soak ${name} ${created++}`, pick(STATUSES)]
        const body = {
          title,
          status,
          labels: ['soak', name],
          checklistItems: [{ text: 'One' }],
          dueDate: '2026-12-24',
        }
        const reply = await send('POST /tasks', '/api/v1/tasks', body)
        if (expectStatus('POST /tasks', reply, 201)) ledger.set(reply.json.id, { title, status, comments: 0 })
      },
    ],
    [
      20,
      async () => {
        const id = someId()
        if (id === undefined) return
        const reply = await send('GET /tasks/{id}', `/api/v1/tasks/${id}`)
        expectStatus('GET /tasks/{id}', reply, 200)
      },
    ],
    [15, () => checkColumn()],
    [5, () => checkSummary()],
    [
      5,
      async () => {
        const reply = await send('GET /tasks?search', `/api/v1/tasks?search=SOAK%20${name}%20&size=100`)
        if (!expectStatus('GET /tasks?search', reply, 200)) return
        const strangers = reply.json.content.filter(
          ({ title }: { title: string }) => !title.startsWith(`Soak ${name} `),
        )
        if (strangers.length > 0) watch.onBreach(`a search for ${name} found ${JSON.stringify(strangers)}`)
      },
    ],
    [
      8,
      async () => {
        const id = someId()
        const [title, status] = [`Soak ${name} ${created++}`, pick(STATUSES)]
        await change(id, { title, status }, async () =>
          expectStatus(
            'PUT /tasks/{id}',
            await send('PUT /tasks/{id}', `/api/v1/tasks/${id}`, { title, status }),
            200,
          ),
        )
      },
    ],
    [
      8,
      async () => {
        const id = someId()
        const body = { targetStatus: pick(STATUSES), targetIndex: pick([0, 1, 5, 50, 10_000]) }
        await change(id, { status: body.targetStatus }, async () =>
          expectStatus(
            'POST /tasks/{id}/reorder',
            await send('POST /tasks/{id}/reorder', `/api/v1/tasks/${id}/reorder`, body),
            200,
          ),
        )
      },
    ],
    [
      5,
      async () => {
        const id = someId()
        const comments = (ledger.get(id)?.comments ?? 0) + 1
        await change(id, { comments }, async () =>
          expectStatus(
            'POST /tasks/{id}/comments',
            await send('POST /tasks/{id}/comments', `/api/v1/tasks/${id}/comments`, { text: 'A comment' }),
            201,
          ),
        )
      },
    ],
    [3, () => upload()],
    [5, () => download()],
    [4, () => remove()],
    [3, () => useSession()],
    [6, async () => void (await send('GET /buggy', '/api/buggy/tasks?size=5'))],
  ]

  async function remove(): Promise<void> {
    const id = someId()
    await change(id, { deleted: true }, async () =>
      expectStatus('DELETE /tasks/{id}', await send('DELETE /tasks/{id}', `/api/v1/tasks/${id}`), 204),
    )
  }

  /** One page of a column in its order: the places must follow one another, and there must be as many as are told. */
  async function checkColumn(): Promise<void> {
    const [status, page, size] = [pick(STATUSES), pick([0, 0, 1, 3]), pick([20, 100])]
    const path = `/api/v1/tasks?status=${status}&sort=sortOrder&page=${page}&size=${size}`
    const reply = await send('GET /tasks', path)
    if (!expectStatus('GET /tasks', reply, 200)) return
    const { content, totalElements, totalPages } = reply.json
    const places = content.map(({ sortOrder }: { sortOrder: number }) => sortOrder)
    const isInOrder = places.every((place: number, index: number) => place === page * size + index)
    const length = Math.max(0, Math.min(size, totalElements - page * size))
    if (!isInOrder || content.length !== length || totalPages !== Math.ceil(totalElements / size)) {
      watch.onBreach(`${path} answered the places ${places.join()} of ${totalElements}`)
    }
  }

  async function checkSummary(): Promise<void> {
    const reply = await send('GET /tasks/summary', '/api/v1/tasks/summary')
    if (!expectStatus('GET /tasks/summary', reply, 200)) return
    const { totalTasks, todoTasks, inProgressTasks, doneTasks } = reply.json
    if (totalTasks !== todoTasks + inProgressTasks + doneTasks) {
      watch.onBreach(`the summary is ${JSON.stringify(reply.json)}`)
    }
  }

  async function upload(): Promise<void> {
    const task = someId()
    if (task === undefined) return
    const bytes = randomBytes(2000)
    const boundary = 'soak-8c2f1e'
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="soak.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const operation = 'POST /tasks/{id}/attachments'
    const reply = await send(operation, `/api/v1/tasks/${task}/attachments`, body, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
    // The fourth file of a task is refused.
    if (expectStatus(operation, reply, 201, 400)) attachments.push({ task, id: reply.json[0].id, bytes })
    if (attachments.length > TASKS_MAX) attachments.shift()
  }

  async function download(): Promise<void> {
    const attachment = pick(attachments)
    if (attachment === undefined) return
    const { task, id, bytes } = attachment
    const operation = 'GET /tasks/{id}/attachments/{attachmentId}'
    const reply = await send(operation, `/api/v1/tasks/${task}/attachments/${id}`)
    if (!ledger.has(task)) return void expectStatus(operation, reply, 404, 200)
    if (expectStatus(operation, reply, 200) && !reply.bytes.equals(bytes)) {
      watch.onBreach(`attachment ${id} is not what was uploaded`)
    }
  }

  async function useSession(): Promise<void> {
    if (token === '') {
      const credentials = { username: 'user', password: 'user123' }
      const reply = await send('POST /auth/login', '/api/v2/auth/login', credentials)
      if (expectStatus('POST /auth/login', reply, 200)) token = reply.json.token
    } else if (Math.random() < 0.8) {
      const reply = await send('GET /v2/tasks', '/api/v2/tasks?size=5', undefined, {
        authorization: `Bearer ${token}`,
      })
      expectStatus('GET /v2/tasks', reply, 200)
    } else {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await send('POST /auth/logout', '/api/v2/auth/logout', undefined, headers)
      if (expectStatus('POST /auth/logout', reply, 200)) token = ''
    }
  }

  const drawn = operations.flatMap(([weight, run]) => Array<() => Promise<unknown>>(weight).fill(run))
  while (!watch.isOver()) {
    try {
      await pick(drawn)()
    } catch (error) {
      watch.onNoAnswer(error as NodeJS.ErrnoException)
    }
  }
  client.close()
  return ledger
}
