import type { LearnerRequestPage } from '../../src/classroom/exchanges/schemas.js'

const NAMES = ['Ada', 'Grace', 'Alan', 'Barbara', 'Edsger']

/** How many requests each learner sends. */
const REQUESTS = 12

/** The duration of the exercise. */
const MINUTES = 30

/** A class whose learners have sent requests and claims. */
export interface DemoClass {
  trainerSecret: string
  /** The path of the board of the first learner. */
  board: string
}

/** Creates a class in which each learner reports some of the faults, and one fault that is none. */
export async function createDemoClass(origin: string): Promise<DemoClass> {
  const created = await send('POST', `${origin}/classes`, {
    name: 'Testing REST APIs',
    names: [...NAMES, 'Frances'],
    fixture: 'demo',
  })
  const { id, trainerSecret, joinCode, createdAt } = created
  const exercise = {
    title: 'Find the broken responses',
    task: 'Report every faulty response from buggy.',
    instructions: '1. Open your board.\n2. Choose **buggy**.\n3. Report what looks wrong.',
    endsAt: new Date(Date.parse(createdAt) + MINUTES * 60_000).toISOString(),
    // Without `slow-response`, the claims arrive quickly.
    faults: {
      rates: { 'slow-response': 0, 'date-mix': 0.4, 'missing-fields': 0.3, pagination: 0.2, 'server-error': 0.2 },
      seed: 7,
    },
  }
  await send('PUT', `${origin}/classes/${id}/exercise`, exercise, trainerSecret)
  const boards: string[] = []
  for (const [index, name] of NAMES.entries()) {
    const { baseUrl } = await send('POST', `${origin}/classes/join`, { code: joinCode, name })
    const base = origin + new URL(baseUrl).pathname
    boards.push(new URL(base).pathname)
    await useBuggy(base, trainerSecret, index)
  }
  return { trainerSecret, board: boards[0] as string }
}

/** Sends requests to buggy, and claims all faults but each n-th. */
async function useBuggy(base: string, trainerSecret: string, index: number): Promise<void> {
  for (let request = 0; request < REQUESTS; request++) await fetch(`${base}/api/buggy/tasks?size=5&page=${request % 4}`)
  const headers = { authorization: `Bearer ${trainerSecret}` }
  const response = await fetch(`${base}/requests?size=${REQUESTS}`, { headers })
  const { content } = (await response.json()) as LearnerRequestPage
  for (const [position, { requestId, missed }] of content.entries()) {
    if (position === 0) await send('POST', `${base}/claims`, { requestId, fault: 'wrong-status' })
    if (position % (index + 2) === 0) continue
    for (const fault of missed ?? []) await send('POST', `${base}/claims`, { requestId, fault })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the responses are those of several operations
async function send(method: string, url: string, json: object, token?: string): Promise<any> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(json) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
