import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** A request of the load, and its outcome. */
export interface Sent {
  method: string
  /** When the request started and ended, as `performance.now()`. */
  from: number
  until: number
  /** The status, or 0 if the connection failed. */
  status: number
  /** The title of the task that a POST creates. */
  title?: string
}

export interface Load {
  sent: Sent[]
  /** Resolves when that many further requests have ended, of any method. */
  further(count: number): Promise<void>
  /** Ends the load after the running requests. */
  stop(): Promise<void>
}

const EXPECTED: Record<string, readonly number[]> = { POST: [201], PUT: [200], GET: [200], DELETE: [204] }

/** Whether a request got the response that a client expects. */
export function hasFailed({ method, status }: Sent): boolean {
  return !EXPECTED[method]?.includes(status)
}

/** Lets clients create, replace, read and delete tasks over keep-alive connections, each one after the other. */
export function startLoad(base: string, clients: number): Load {
  const agent = new Agent({ keepAlive: true })
  const sent: Sent[] = []
  const watchers = new Set<() => void>()
  let isStopped = false

  async function send(
    method: string,
    path: string,
    task?: { title: string },
  ): Promise<{ status: number; id?: number }> {
    const from = performance.now()
    const { status, body } = await new Promise<{ status: number; body: string }>((resolve) => {
      const fail = () => resolve({ status: 0, body: '' })
      const headers = task === undefined ? {} : { 'content-type': 'application/json' }
      request(base + path, { method, agent, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.once('error', fail)
        response.once('end', () => resolve({ status: response.statusCode as number, body }))
      })
        .once('error', fail)
        .end(task && JSON.stringify({ ...task, status: 'TODO' }))
    })
    sent.push({ method, from, until: performance.now(), status, ...(method === 'POST' && task) })
    for (const watch of watchers) watch()
    return { status, ...(method === 'POST' && status === 201 && { id: JSON.parse(body).id }) }
  }

  async function client(): Promise<void> {
    while (!isStopped) {
      const { id } = await send('POST', '/api/v1/tasks', { title: randomUUID() })
      if (id === undefined) continue
      await send('PUT', `/api/v1/tasks/${id}`, { title: randomUUID() })
      await send('GET', `/api/v1/tasks/${id}`)
      await send('GET', '/api/v1/tasks')
      await send('DELETE', `/api/v1/tasks/${id}`)
    }
  }

  const running = Array.from({ length: clients }, client)
  return {
    sent,
    further(count) {
      const target = sent.length + count
      return new Promise((resolve) => {
        const watch = () => {
          if (sent.length < target) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
      })
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}
