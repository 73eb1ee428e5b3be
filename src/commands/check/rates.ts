import pLimit from 'p-limit'
import { Api, TASK, type Target } from './api.js'
import { exactInterval } from './binomial.js'
import { type Json, NoResponse, type Reply } from './exchange.js'

/** The measured rate of a fault. */
export type RateResult = ReturnType<typeof judge>

/** With seven faults, fewer than 1 of 100 runs against a correct implementation fails. */
const CONFIDENCE = 0.999
/** The number of requests at once. Slow responses take seconds. */
const CONCURRENCY = 25
/** A slow response takes 2 to 5 seconds. The network takes the rest. */
const SLOW_MILLISECONDS = 1900

/** The tasks of the searched list. A search for `needle` that is case-sensitive does not find the last one. */
const TASKS = [{ title: 'needle' }, { title: 'the needle' }, { title: 'NEEDLE' }]

type Kind = 'list' | 'create'

interface Fault {
  name: string
  promised: number
  /** The requests to which the fault applies. By default, these are all. */
  kind?: Kind
  /** Whether it applies to failed requests too. */
  anyStatus?: boolean
  isIn(reply: Reply): boolean
}

/** The faults (specification, section 7). The checks do not import code of the service, so the names are repeated here. */
const FAULTS: readonly Fault[] = [
  { name: 'server-error', promised: 0.1, anyStatus: true, isIn: ({ status }) => status === 500 },
  {
    name: 'slow-response',
    promised: 0.15,
    anyStatus: true,
    isIn: ({ milliseconds }) => milliseconds >= SLOW_MILLISECONDS,
  },
  { name: 'missing-fields', promised: 0.08, isIn: ({ json }) => tasksOf(json).some(lacksField) },
  { name: 'wrong-status', promised: 0.05, kind: 'create', isIn: ({ status }) => status === 200 },
  { name: 'pagination', promised: 0.05, kind: 'list', isIn: ({ json }) => hasWrongPage(json) },
  { name: 'date-mix', promised: 0.1, isIn: ({ json }) => tasksOf(json).some(hasNumericDate) },
  {
    name: 'search-case',
    promised: 0.2,
    kind: 'list',
    isIn: ({ json }) => tasksOf(json).every(({ title }) => title !== 'NEEDLE'),
  },
]

/**
 * Sends requests to buggy and measures how often each fault occurs. Half of the requests are searches, the other half
 * creates tasks.
 */
export async function measureRates(target: Target, requests: number) {
  const api = new Api(target, 'buggy')
  await api.clear()
  for (const values of TASKS) await createSurely(api, values)
  // Without a preference, the implementation draws its faults.
  const headers = { prefer: '' }
  const send = (kind: Kind) =>
    kind === 'list'
      ? api.send(`GET /tasks?search=needle&size=2&${api.byId('desc')}`, { headers })
      : api.send('POST /tasks', { headers, json: TASK })
  const limit = pLimit(CONCURRENCY)
  const kinds = Array.from({ length: requests }, (_, index): Kind => (index % 2 === 0 ? 'list' : 'create'))
  const settled = await Promise.allSettled(kinds.map((kind) => limit(async () => ({ kind, reply: await send(kind) }))))
  // Requests without a response show no rate.
  const replies = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (replies.length === 0) throw new NoResponse('There is no response')
  return FAULTS.map((fault) => {
    const applicable = replies.filter(
      ({ kind, reply }) => kind === (fault.kind ?? kind) && (fault.anyStatus || reply.status < 300),
    )
    return judge(fault, applicable.length, applicable.filter(({ reply }) => fault.isIn(reply)).length)
  })
}

/** Compares the measured rate of a fault with the one that the specification states. */
function judge({ name, promised }: Fault, requests: number, count: number) {
  const [lower, upper] = exactInterval(count, requests, CONFIDENCE)
  const status: 'passed' | 'failed' = lower <= promised && promised <= upper ? 'passed' : 'failed'
  return {
    fault: name,
    promised,
    /** The number of requests to which the fault applies, and of the responses with the fault. */
    requests,
    count,
    /** The bounds of the confidence interval. */
    lower,
    upper,
    /** `failed` if the promised rate is outside the interval. */
    status,
  }
}

/** Creates a task even if faults fail some attempts. */
async function createSurely(api: Api, values: object): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { status } = await api.send('POST /tasks', { json: { ...TASK, ...values } })
    if (status < 300) return
  }
}

function tasksOf(json: Json): Json[] {
  const tasks = Array.isArray(json?.content) ? json.content : [json]
  return tasks.filter((task: Json) => typeof task === 'object' && task !== null)
}

function lacksField(task: Json): boolean {
  return !('description' in task) || !('priority' in task)
}

function hasNumericDate({ createdAt, updatedAt }: Json): boolean {
  return typeof createdAt === 'number' || typeof updatedAt === 'number'
}

function hasWrongPage(json: Json): boolean {
  return json?.currentPage !== 0 || json?.totalPages !== Math.ceil(json?.totalElements / 2)
}
