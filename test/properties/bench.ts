import { openService, type Reply, type RequestOptions, type Service, START } from '../helper.js'
import { type Contract, readContract } from './documents.js'
import { createSessions, type Sessions } from './sessions.js'
import { describeExchange } from './transcript.js'

/** After so many cases a new service is started, so that none grows old. */
const CASES_PER_SERVICE = 1000

/** A running service on which cases are tried, one after the other. */
export interface Bench {
  /** The published documents, by the names of their variants. */
  contracts: Record<string, Contract>
  /** Runs one case on an empty board; what it throws tells all of its requests. */
  tryCase(run: (site: Site) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What a case has to work with. */
export interface Site {
  /** Sends a request; throws where the answer breaks the published contract. */
  send(request: string, options?: RequestOptions): Promise<Reply>
  /** The service's clock. */
  clock: { now: number }
  sessions: Sessions
  /** Which service this is: ids never come back within one. */
  service: object
}

/** Starts a service, and reads the documents that it publishes. */
export async function openBench(variants: readonly string[]): Promise<Bench> {
  let service = await open()
  let exchanges: (() => string)[] = []
  let sessions = createSessions(send)
  let cases = 0
  const contracts: Record<string, Contract> = {}
  for (const variant of variants) {
    contracts[variant] = readContract((await service.send(`GET /api/${variant}/openapi.json`)).json)
  }

  async function send(request: string, options: RequestOptions = {}): Promise<Reply> {
    const { now } = service.clock
    let reply: Reply | undefined
    try {
      reply = await service.send(request, options)
      return reply
    } finally {
      const answered = reply
      exchanges.push(() => describeExchange(request, options, answered, now))
    }
  }

  return {
    contracts,
    async tryCase(run) {
      if (cases++ === CASES_PER_SERVICE) {
        await service.app.close()
        service = await open()
        sessions = createSessions(send)
        cases = 1
      }
      const { app, clock } = service
      clock.now = START
      await service.send('DELETE /api/v1/tasks')
      exchanges = []
      try {
        await run({ send, clock, sessions, service: app })
      } catch (error) {
        // Whatever went wrong may have ended them.
        sessions = createSessions(send)
        const { message } = error as Error
        throw new Error(
          `${message}\n\nThe requests, on an empty board:\n\n${exchanges.map((describe) => describe()).join('\n')}`,
          { cause: error },
        )
      }
    },
    close: () => service.app.close(),
  }
}

function open(): Promise<Service> {
  return openService({}, (request, breaches) => {
    throw new Error([`${request} breaks the contract`, ...breaches].join('\n  '))
  })
}
