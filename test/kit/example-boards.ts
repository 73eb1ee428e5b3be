import type { Test } from 'tap'
import { EXAMPLE_CLASS } from '../../scripts/openapi/examples/classes.js'
import { EXAMPLE_EXERCISE_INPUT } from '../../scripts/openapi/examples/training.js'
import { EXAMPLE_BOARD } from '../../src/site/documents.js'
import { ADMIN_TOKEN } from './board.js'
import { openEmptyStore } from './database.js'
import {
  type Json,
  type Reply,
  type RequestOptions,
  type Service,
  type ServiceOptions,
  startService,
} from './helper.js'

/** The address of the server in the examples. */
export const PUBLIC_URL = 'https://board.example.org'

/** The joining code in the examples. */
const JOIN_CODE = 'K7M2-9QXP'

/** The quota of a board that can have no content. */
const NOTHING = { attachmentBytes: 0, comments: 0, tasks: 0 }

/** The services that return the examples, and those with other limits, which return errors. */
const SERVICES = {
  usual: {},
  withoutCreators: { creators: 'off' },
  boardsOnly: { boardsOnly: true },
  busy: { isLocal: false, addressRate: 3 },
  full: { boardsMax: 40 },
  tiny: {
    streams: { streamsMax: 0 },
    snapshotMax: 100,
    boardRate: 1,
    boardsPerHour: 1,
  },
} satisfies Record<string, ServiceOptions>

export type ServiceName = keyof typeof SERVICES

/** Starts a service at the address of the examples. */
export async function startExampleService(t: Test, name: ServiceName): Promise<Service> {
  return startService(t, {
    ...(name === 'full' && { store: await openEmptyStore({ private: NOTHING }) }),
    publicUrl: PUBLIC_URL,
    sleep: async () => {},
    adminToken: ADMIN_TOKEN,
    boardHost: new URL(PUBLIC_URL).host,
    ...SERVICES[name],
  })
}

/** Something that happens on a board. */
export type Step = (board: ExampleBoard) => Promise<unknown>

/** A board that takes the place of the board in the examples, alone or in a class. */
export interface ExampleBoard {
  id: string
  /** The response that created the class; `undefined` if the board has none. */
  class: Json
  /**
   * Sends a request whose path and body have the ids and the code of the examples.
   *
   * @returns the response, with the ids and the code of the examples again
   */
  send(request: string, options?: RequestOptions): Promise<Reply>
  /** Has a text of the examples stand for another one from now on. */
  replace(example: string, actual: string): void
}

/** Sends requests of the examples that need no board. */
export function withoutExampleBoard(service: Pick<Service, 'send'>): ExampleBoard {
  return exampleBoard(service, [])
}

/** Creates the board of the examples. */
export async function createExampleBoard(service: Pick<Service, 'send'>): Promise<ExampleBoard> {
  const { json: board } = await service.send('POST /boards', { token: ADMIN_TOKEN, json: { name: 'Ada' } })
  return exampleBoard(service, [[EXAMPLE_BOARD, board.id]])
}

/** Creates the class of the examples. Its first board is that of the examples. */
export async function createExampleClass(
  service: Pick<Service, 'send'>,
  settings: object = { exercise: EXAMPLE_EXERCISE_INPUT },
): Promise<ExampleBoard> {
  const json = { name: 'Testing APIs', names: ['Ada', 'Grace'], ...settings }
  const { json: created } = await service.send('POST /classes', { token: ADMIN_TOKEN, json })
  const [{ id }] = created.boards
  return exampleBoard(
    service,
    [
      [EXAMPLE_BOARD, id],
      [EXAMPLE_CLASS, created.id],
      [JOIN_CODE, created.joinCode],
    ],
    created,
  )
}

/** @param names the texts in the examples, and those that take their place */
function exampleBoard(
  { send }: Pick<Service, 'send'>,
  names: [example: string, actual: string][],
  created?: Json,
): ExampleBoard {
  const toActual = (text: string) =>
    names.reduce((result, [example, actual]) => result.replaceAll(example, actual), text)
  const toExample = (text: string) =>
    names.reduce((result, [example, actual]) => result.replaceAll(actual, example), text)
  return {
    id: toActual(EXAMPLE_BOARD),
    class: created,
    replace(example, actual) {
      names.push([example, actual])
    },
    async send(request, { json, ...options } = {}) {
      const reply = await send(toActual(request), {
        ...options,
        ...(json !== undefined && { json: JSON.parse(toActual(JSON.stringify(json))) }),
      })
      return { ...reply, json: reply.json && JSON.parse(toExample(JSON.stringify(reply.json))) }
    },
  }
}
