import { findBreaches } from '../../kit/contract.js'
import { type Json, type Reply, type RequestOptions, START } from '../../kit/helper.js'
import { mountAt } from '../../kit/mount.js'
import { oraclesOf, type ServerProcess } from '../../kit/process.js'
import { type Bench, type BenchEdition, readEdition } from '../../properties/bench.js'
import { operationOf } from '../../properties/documents.js'
import { createSessions } from '../../properties/sessions.js'
import { describeExchange } from '../../properties/transcript.js'

/** An edition that a process serves. */
export interface Served extends Pick<ServerProcess, 'send'> {
  edition: string
}

const NOW = new Date(START).toISOString().replace('.000', '')

/** The times of the process cannot be controlled, so the model sees the same time in all responses. */
const STILL: { now: number } = Object.defineProperty({ now: START }, 'now', { get: () => START, set: () => {} })

/**
 * Returns a bench whose cases send requests to the editions of a process.
 *
 * @param board the board that all of them use
 */
export async function openProcessBench(served: readonly [Served, ...Served[]], board: string): Promise<Bench> {
  const sends = served.map((each) => sendTo(each, board))
  const [first, ...others] = await Promise.all(
    served.map(async ({ edition }, index) => withCommonValues(await readEdition(edition, sends[index] as Send))),
  )
  let exchanges: string[] = []

  async function send(request: string, options: RequestOptions = {}, edition = 0): Promise<Reply> {
    const reply = await (sends[edition] as Send)(request, options)
    exchanges.push(`# ${served[edition]?.edition}\n${describeExchange(request, options, reply, START)}`)
    return reply
  }

  const sessions = createSessions(send)
  // Ids are unique on a board, so the board is what the model calls a service.
  const service = {}
  return {
    editions: [first as BenchEdition, ...others],
    async tryCase(run) {
      await send('DELETE /api/v1/tasks')
      exchanges = []
      await run({ send, clock: STILL, sessions, service }).catch((error) => {
        throw new Error([error.message, ...exchanges].join('\n'), { cause: error })
      })
    },
    close: async () => {},
  }
}

type Send = (request: string, options?: RequestOptions) => Promise<Reply>

/** Sends requests to a board in an edition, and checks the responses against the documents of its edition. */
function sendTo({ edition, send }: Served, board: string): Send {
  const mount = mountAt(board)
  const oracles = oraclesOf(edition)
  return async (request, options) => {
    const [method = '', url = ''] = request.split(' ')
    const reply = mount.leave(await send(`${method} ${mount.enter(url)}`, options))
    const breaches = findBreaches(oracles, method, url, reply)
    if (breaches.length > 0) throw new Error([`${request} breaks the contract`, ...breaches].join('\n  '))
    return { ...reply, json: withoutTimes(reply.json) }
  }
}

function withoutTimes(json: Json): Json {
  if (json === undefined) return undefined
  return JSON.parse(JSON.stringify(json).replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, `"${NOW}"`))
}

/**
 * Restricts the documents of an edition to the requests that the model can follow: no order by time, and texts that
 * all editions accept, because a client sends back what the other edition has stored.
 */
function withCommonValues(edition: BenchEdition): BenchEdition {
  for (const contract of Object.values(edition.contracts)) {
    const sort = operationOf(contract, 'listTasks').parameters.find(({ name }) => name === 'sort')
    if (sort !== undefined) sort.schema.enum = sort.schema.enum?.filter((value) => !/edAt/.test(value)) ?? []
    const { schema = {} } = operationOf(contract, 'createTask').content['application/json'] ?? {}
    const { title, description } = contract.resolve(schema).properties as Json
    title.maxLength = 100
    description.maxLength = 500
  }
  return edition
}
