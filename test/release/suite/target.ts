import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { type TestBoard, toTestBoard } from '../../kit/board.js'
import { sendTo } from '../../kit/process.js'

/** A service, as its clients reach it. */
export interface Target {
  /** The base URL at which boards and classes are created. */
  front: string
  /** The base URL of a service, for commands that get the URL of a server. */
  server: string
  /** A file with the number of milliseconds by which the clock of the service is ahead. */
  clock: string
  /** The option of Node.js for programs of clients: they resolve names below `localhost`. */
  nodeOptions: string
  /** Whether a proxy is in front of the service. */
  isProxy: boolean
}

/** Loaded before the service. Shifts its clock by the number of milliseconds in the file `clock`. */
const CLOCK = `
  import { readFileSync } from 'node:fs'
  const now = Date.now
  Date.now = () => now() + Number(readFileSync(new URL('clock', import.meta.url), 'utf8'))
`

/** Loaded before clients. Resolves names below \`localhost\`, as curl and browsers do, but not every system. */
const NAMES = `
  import dns from 'node:dns'
  const { lookup } = dns
  dns.lookup = (name, ...rest) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest)
`

/** Writes the modules that services and clients load. This process loads the one of clients. */
export async function writeModules(t: Test): Promise<{ clock: string; service: string; client: string }> {
  const folder = t.testdir({ clock: '0', 'clock.mjs': CLOCK, 'names.mjs': NAMES })
  const loaded = (name: string) => `--import=${pathToFileURL(`${folder}/${name}`)}`
  await import(`${folder}/names.mjs`)
  return { clock: `${folder}/clock`, service: loaded('clock.mjs'), client: loaded('names.mjs') }
}

/** A private board of a target. */
export interface TargetBoard extends TestBoard {
  /** Its base URL. */
  url: string
}

/** Creates a private board. */
export async function createBoardOf(t: Test, { front }: Target, input: object = {}): Promise<TargetBoard> {
  const { status, json } = await sendTo(t, front, [])('POST /boards', { json: input })
  if (status !== 201) throw new Error(`POST /boards returned ${status}: ${JSON.stringify(json)}`)
  const { origin } = new URL(json.baseUrl)
  return { ...toTestBoard({ send: sendTo(t, origin, []) }, json), url: json.baseUrl }
}

/** Returns the requests in the log of a board, the newest first. */
export async function readLog({ asOwner }: TestBoard): Promise<object[]> {
  const requests: object[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const { content, totalPages } = (await asOwner(`GET /requests?size=100&page=${page}`)).json
    requests.push(...content)
    pages = totalPages
  }
  return requests
}
