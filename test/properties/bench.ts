import type { Edition } from '../../src/api/editions/edition.js'
import { EDITIONS } from '../../src/api/editions/index.js'
import { VARIANTS } from '../../src/api/variants.js'
import { createBoard } from '../kit/board.js'
import { openService, type Reply, type RequestOptions, type Service, START } from '../kit/helper.js'
import { mountAt } from '../kit/mount.js'
import { type Contract, readContract } from './documents.js'
import { createSessions, type Sessions } from './sessions.js'
import { describeExchange } from './transcript.js'
import { VIEWS, type View } from './views.js'

/** The cases after which a new service is started, to keep the memory of each one small. */
const CASES_PER_SERVICE = 1000

/** An edition of the contract as the properties need it. */
export interface BenchEdition {
  /** The published documents by the name of their variant. */
  contracts: Record<string, Contract>
  view: View
}

/** A running service on which cases run one after another. */
export interface Bench {
  /** The editions of the service. Most properties use only the first. */
  editions: readonly [BenchEdition, ...BenchEdition[]]
  /** Runs one case on an empty board; an error that it throws lists all requests of the case. */
  tryCase(run: (site: Site) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What a case works with. */
export interface Site {
  /** Sends a request to the first edition, or to another; throws where the response breaks the published contract. */
  send(request: string, options?: RequestOptions, edition?: number): Promise<Reply>
  /** The service's clock. */
  clock: { now: number }
  sessions: Sessions
  /** Identifies the service: within one service no id is assigned twice. */
  service: object
}

/** Returns the edition with this name. */
export function editionOf(name: string): Edition {
  const edition = EDITIONS.find((edition) => edition.name === name)
  if (edition === undefined) throw new Error(`Unknown edition: ${name}`)
  return edition
}

/** Returns the contract of a document of a bench. */
export function contractOf({ contracts }: BenchEdition, variant: string): Contract {
  const contract = contracts[variant]
  if (contract === undefined) throw new Error(`There is no document of ${variant}`)
  return contract
}

/** Reads the documents that a service publishes. */
export async function readEdition(name: string, send: Service['send']): Promise<BenchEdition> {
  const view = VIEWS[name]
  if (view === undefined) throw new Error(`The model has no view of the edition ${name}`)
  const contracts: Record<string, Contract> = {}
  for (const variant of VARIANTS) {
    contracts[variant.name] = readContract((await send(`GET /api/${variant.name}/openapi.json`)).json)
  }
  return { contracts, view }
}

/**
 * Starts a service with an edition.
 *
 * @param defects the defects of a private board to use; by default, the bench uses the default board
 */
export async function openBench(name: string, defects?: readonly string[]): Promise<Bench> {
  const edition = editionOf(name)
  let service = await open(edition, defects)
  let exchanges: (() => string)[] = []
  let sessions = createSessions(send)
  let cases = 0
  const editions = [await readEdition(name, service.send)] as const

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
    editions,
    async tryCase(run) {
      if (cases++ === CASES_PER_SERVICE) {
        await service.app.close()
        service = await open(edition, defects)
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

async function open(edition: Edition, defects?: readonly string[]): Promise<Service> {
  const service = await openService({ edition }, (request, breaches) => {
    throw new Error([`${request} breaks the contract`, ...breaches].join('\n  '))
  })
  if (defects === undefined) return service
  const board = await createBoard(service, { defects })
  const mount = mountAt(board.id)
  return { ...service, mount, send: async (request, options) => mount.leave(await board.send(request, options)) }
}
