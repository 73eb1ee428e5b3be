import { setTimeout as sleep } from 'node:timers/promises'

/** A request that succeeded: the versions of the tasks that it wrote or read. */
export interface Success {
  isRead: boolean
  board: string
  versions: ReadonlyMap<string, number>
  /** When the request was sent and when its response had arrived, as `performance.now()`. */
  from: number
  until: number
}

/** What the clients of a load know. */
export interface History {
  successes: Success[]
  /** The versions whose writes failed, by task, and when they failed. Nobody knows whether they are stored. */
  unknown: Map<string, { board: string; version: number; until: number }>
}

/** A writer uses a task for so many writes. Then a page has the tasks of all writers of a board. */
const VERSIONS = 100
/** The time between two requests of a client, in milliseconds. */
const PAUSE = 20

/** Sends a request on a connection of its own. Returns the JSON of a successful response, otherwise `undefined`. */
async function send(url: string, method: string, title?: string) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', connection: 'close' },
    ...(title !== undefined && { body: JSON.stringify({ title, status: 'TODO' }) }),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  return response?.ok && text !== undefined ? JSON.parse(text) : undefined
}

/** Creates tasks and writes their versions, one after the other. A task whose write failed is never written again. */
export async function write(name: string, server: string, board: string, history: History, isOver: () => boolean) {
  const tasks = `${server}/b/${board}/api/v1/tasks`
  for (let count = 0; !isOver(); count++) {
    const task = `${name}-${count}`
    let id: number | undefined
    for (let version = 0; version < VERSIONS && !isOver(); version++) {
      const title = `${task} ${version}`
      const from = performance.now()
      const written = await (id === undefined ? send(tasks, 'POST', title) : send(`${tasks}/${id}`, 'PUT', title))
      const until = performance.now()
      if (written === undefined) history.unknown.set(task, { board, version, until })
      else history.successes.push({ isRead: false, board, versions: new Map([[task, version]]), from, until })
      await sleep(PAUSE)
      if (written === undefined) break
      id = written.id
    }
  }
}

/** Reads the tasks of a board. */
export async function read(server: string, board: string, { successes }: History): Promise<void> {
  const from = performance.now()
  const list = await send(`${server}/b/${board}/api/v1/tasks?size=100`, 'GET')
  if (list === undefined) return
  const entries: [string, number][] = list.content.map(({ title }: { title: string }) => {
    const [task, version] = title.split(' ')
    return [task, Number(version)]
  })
  // The second of two tasks with the same name would hide the first.
  if (new Map(entries).size !== entries.length) throw new Error(`A task was created twice: ${entries}`)
  successes.push({ isRead: true, board, versions: new Map(entries), from, until: performance.now() })
}

/** Reads the tasks of a board again and again. */
export async function readAgain(server: string, board: string, history: History, isOver: () => boolean) {
  while (!isOver()) {
    await read(server, board, history)
    await sleep(PAUSE)
  }
}

/**
 * Finds reads that contradict earlier responses: they lack what was acknowledged or shown before, or have a write that
 * failed and was not there after that. Each task has one writer, so its versions only grow.
 */
export function findContradictions({ successes, unknown }: History): string[] {
  const contradictions: string[] = []
  const ended = successes.toSorted((a, b) => a.until - b.until)
  const reads = successes.filter(({ isRead }) => isRead).sort((a, b) => a.from - b.from)
  /** The latest versions in the responses that had arrived before a read was sent, by board. */
  const known = new Map<string, Map<string, number>>()
  /** The failed writes that a read did not show, and when that read had ended. */
  const absent = new Map<string, number>()
  let next = 0
  for (const { board, versions, from, until } of reads) {
    for (let earlier = ended[next]; earlier !== undefined && earlier.until < from; earlier = ended[++next]) {
      const latest = known.get(earlier.board) ?? new Map<string, number>()
      known.set(earlier.board, latest)
      for (const [task, version] of earlier.versions) latest.set(task, Math.max(latest.get(task) ?? 0, version))
    }
    for (const [task, version] of known.get(board) ?? []) {
      const shown = versions.get(task)
      if (shown === undefined || shown < version) contradictions.push(`${task}: ${shown} after ${version}`)
    }
    for (const [task, failed] of unknown) {
      if (failed.board !== board || failed.until > from) continue
      const shown = versions.get(task) ?? -1
      if (shown < failed.version) absent.set(task, absent.get(task) ?? until)
      else if ((absent.get(task) ?? from) < from) contradictions.push(`${task}: ${shown} late`)
    }
  }
  return contradictions
}

/** Returns the longest time between two successful writes, in milliseconds. */
export function longestGap({ successes }: History): number {
  const times = successes.flatMap(({ isRead, until }) => (isRead ? [] : [until])).sort((a, b) => a - b)
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] as number)))
}
