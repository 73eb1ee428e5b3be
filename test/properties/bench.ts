import { openService, type Reply, type RequestOptions, type Service, START } from '../helper.js'
import { type Contract, readContract } from './documents.js'
import { createSessions, type Sessions } from './sessions.js'
import { describeExchange } from './transcript.js'

/** The cases after which a new service is started, to keep the memory of each one small. */
const CASES_PER_SERVICE = 1000

/** A running service on which cases run one after another. */
export interface Bench {
  /** The published documents by the name of their variant. */
  contracts: Record<string, Contract>
  /** Runs one case on an empty board; an error that it throws lists all requests of the case. */
  tryCase(run: (site: Site) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What a case works with. */
export interface Site {
  /** Sends a request; throws where the response breaks the published contract. */
  send(request: string, options?: RequestOptions): Promise<Reply>
  /** The service's clock. */
  clock: { now: number }
  sessions: Sessions
  /** Identifies the service: within one service no id is assigned twice. */
  service: object
}

/** Starts a service and reads the documents that it publishes. */
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
      const received = reply
      exchanges.push(() => describeExchange(request, options, received, now))
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
        // The failed case may have ended its sessions.
        sessions = createSessions(send)
        const { message } = error as Error
        throw new Error(
          `${message}\n\nThe requests on an empty board:\n\n${exchanges.map((describe) => describe()).join('\n')}`,
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
