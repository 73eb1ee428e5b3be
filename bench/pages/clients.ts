import { setTimeout as sleep } from 'node:timers/promises'
import { type CreatedClass, send } from './api.js'

/** The time between two requests of a learner, in milliseconds. */
const PAUSE = 500
/** One request in this many moves a task. */
const MOVE_EVERY = 4

/** The class, as JSON in the first argument of the process. */
export interface ClientsOptions {
  origin: string
  created: CreatedClass
}

const { origin, created } = JSON.parse(process.argv[2] ?? '') as ClientsOptions
const boards = created.boards.map(({ baseUrl }) => origin + new URL(baseUrl).pathname)
let pages = new AbortController()

// The learners work until the process ends. They start at different times, so that they do not all move a task at once.
for (const [learner, base] of boards.entries()) {
  setTimeout(work, (learner / boards.length) * MOVE_EVERY * PAUSE, base)
}

process.on('message', (message: 'none' | 'trainer' | 'all') => {
  pages.abort()
  if (message === 'none') return
  pages = new AbortController()
  if (message === 'all') for (const base of boards) openBoardPage(base, pages.signal)
  openStream(`${origin}/classes/${created.id}/events`, pages.signal, () => {}, created.trainerSecret)
})

/** Sends requests as a learner does: reads through buggy, and moves that the page of the board shows. */
async function work(base: string): Promise<void> {
  for (let request = 0; ; request++) {
    if (request % MOVE_EVERY === 0) {
      const json = { targetStatus: 'TODO', targetIndex: request % 5 }
      await send('POST', `${base}/api/v1/tasks/1/reorder`, json)
    } else {
      const response = await fetch(`${base}/api/buggy/tasks?size=5`)
      await response.arrayBuffer()
    }
    await sleep(PAUSE)
  }
}

/** Does what the board page does: it loads the tasks and the summary after each change. */
function openBoardPage(base: string, signal: AbortSignal): void {
  let isLoading = false
  let isStale = false
  async function refresh(): Promise<void> {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale && !signal.aborted) {
      isStale = false
      const paths = ['/tasks?page=0&size=100', '/tasks/summary']
      await Promise.all(paths.map((path) => send('GET', `${base}/api/v1${path}`)))
    }
    isLoading = false
  }
  openStream(`${base}/events`, signal, (text) => {
    if (text.includes('event: board')) refresh()
  })
}

/** Reads an event stream until the signal aborts. */
async function openStream(url: string, signal: AbortSignal, onText: (text: string) => void, token?: string) {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(url, { signal, headers })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
