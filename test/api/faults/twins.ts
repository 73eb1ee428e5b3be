import type { Test } from 'tap'
import { NO_FAULTS, type Reply, type Service, type ServiceOptions, startService } from '../../kit/helper.js'
import { fillBoard, inVariant, type Operation } from './operations.js'

export interface Twins {
  /** The service whose buggy variant has the faults. */
  faulty: Service
  /** A service in the same state without faults. */
  plain: Service
  /** The delays of slow responses, in milliseconds. */
  delays: number[]
  /** Sends a request to buggy of the faulty service and to v1 of the plain one. */
  send(operation: Pick<Operation, 'request' | 'options'>): Promise<{ buggy: Reply; v1: Reply }>
}

/** Starts a service with these faults, on the board of `fillBoard`; its slow responses take no time. */
export async function startFaulty(
  t: Test,
  rates: Record<string, number>,
  options: ServiceOptions = {},
): Promise<Pick<Twins, 'faulty' | 'delays'>> {
  const delays: number[] = []
  const faulty = await startService(t, {
    faultSeed: 1,
    sleep: async (milliseconds) => delays.push(milliseconds),
    ...options,
    rates: { ...NO_FAULTS, ...rates },
  })
  await fillBoard(faulty)
  return { faulty, delays }
}

/** Starts two services in the same state, one of them with these faults. */
export async function startTwins(t: Test, rates: Record<string, number>, options: ServiceOptions = {}): Promise<Twins> {
  const { faulty, delays } = await startFaulty(t, rates, options)
  const plain = await startService(t, options)
  await fillBoard(plain)
  return {
    faulty,
    plain,
    delays,
    send: async ({ request, options }) => ({
      buggy: await faulty.send(inVariant('buggy', request), { ...options, unchecked: true }),
      v1: await plain.send(inVariant('v1', request), options),
    }),
  }
}

/** Headers that differ between two responses that are otherwise the same; the length is compared with the body. */
const OWN_HEADERS = ['date', 'x-request-id', 'content-length']

/** The parts of a response that variants share, with the paths of v1. */
export function parts({ status, headers, bytes }: Reply) {
  const shared = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  return {
    status,
    headers: Object.fromEntries(shared.map(([name, value]) => [name, asV1(String(value))])),
    body: asV1(bytes.toString('latin1')),
  }
}

function asV1(text: string): string {
  return text.replaceAll(/\/api\/(v2|buggy)\//g, '/api/v1/')
}

/** Expects a response to be v1's, byte for byte (decision 35). */
export function assertSame(t: Test, name: string, reply: Reply, v1: Reply): void {
  t.same(parts(reply), parts(v1), `${name}: the same as v1`)
  assertLength(t, name, reply)
}

/** Expects `Content-Length` to be the length of the body. */
export function assertLength(t: Test, name: string, { status, headers, bytes }: Reply): void {
  const expected = status === 204 ? undefined : bytes.length
  const length = headers['content-length']
  t.equal(length === undefined ? undefined : Number(length), expected, `${name}: Content-Length`)
}

/** Expects both services to have stored the same tasks. */
export async function assertSameBoards(t: Test, name: string, { faulty, plain }: Twins): Promise<void> {
  const [stored, expected] = [await faulty.send('GET /api/v1/tasks'), await plain.send('GET /api/v1/tasks')]
  t.equal(String(stored.bytes), String(expected.bytes), `${name}: the stored tasks`)
}
