import type { FastifyRequest } from 'fastify'
import type { ExpectedResponse } from '../../../src/api/expected/dry-run.js'
import type { TestBoard } from '../../kit/board.js'
import { type Reply, type RequestOptions, replyOf, type Service } from '../../kit/helper.js'
import { differences } from '../defects/compare.js'

/** A response of a board, what the service expected, and the response of a correct board with the same history. */
export interface Pair {
  request: string
  reply: Reply
  /** `null` if it is unknown, `undefined` if the service did not ask for it. */
  expected: ExpectedResponse | null | undefined
  twin: Reply
  /** What the defects of the board have changed. */
  effects: string[]
}

/** Headers that a server adds when it sends a response. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']

/** Returns the requests for which the service looks for the expected response, by request id. */
export function observeExpected({ app }: Service): Map<string, FastifyRequest> {
  const asked = new Map<string, FastifyRequest>()
  const { expectResponse } = app
  app.expectResponse = async (request) => {
    asked.set(request.id, request)
    await expectResponse(request)
  }
  return asked
}

/** Returns a board that sends every request to a twin, too. */
export function pairBoards(
  asked: Map<string, FastifyRequest>,
  board: TestBoard,
  twin: TestBoard,
  onPair: (pair: Pair) => void,
): TestBoard {
  /** The tokens of the twin by those of the board. */
  const tokens = new Map<string, string>()
  const ofTwin = (text: string) => [...tokens].reduce((changed, [own, other]) => changed.replaceAll(own, other), text)
  let turn: Promise<unknown> = Promise.resolve()

  async function send(request: string, options: RequestOptions = {}): Promise<Reply> {
    const reply = await board.send(request, { ...options, unchecked: true })
    const sent = asked.get(reply.headers['x-request-id'] ?? '')
    const answered = turn.then(() => twin.send(request, { ...toTwin(options, ofTwin), unchecked: true }))
    turn = answered
    const answer = await answered
    for (const name of ['token', 'refreshToken']) {
      if (typeof reply.json?.[name] === 'string' && typeof answer.json?.[name] === 'string') {
        tokens.set(reply.json[name], answer.json[name])
        // The signature of a token can be changed.
        if (name === 'token') tokens.set(reply.json.token.split('.')[1], answer.json.token.split('.')[1])
      }
    }
    const effects = (sent?.activeDefects ?? []).flatMap(({ effects }) => [...effects])
    onPair({ request, reply, expected: sent?.expectedResponse, twin: answer, effects })
    return reply
  }

  return { ...board, send }
}

/** Replaces tokens in a header or a body. */
function toTwin({ headers, body, ...options }: RequestOptions, ofTwin: (text: string) => string): RequestOptions {
  return {
    ...options,
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, ofTwin(value)])),
    }),
    ...(body !== undefined && { body: typeof body === 'string' ? ofTwin(body) : body }),
  }
}

/** Returns the places at which an expected response differs from the response of a twin. */
export function differencesFromTwin(expected: ExpectedResponse, twin: Reply): string[] {
  return differences(toReply(expected, twin), twin)
}

/**
 * Converts an expected response.
 *
 * @param other the response to compare it with. It has the headers of the connection, and a body that is not text.
 */
export function toReply({ status, headers, body }: ExpectedResponse, other: Reply): Reply {
  const ofConnection = Object.entries(other.headers).filter(([name]) => OF_CONNECTION.includes(name))
  return replyOf(
    status,
    { ...headers, ...Object.fromEntries(ofConnection) },
    body === null ? other.bytes : Buffer.from(body),
  )
}
