import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { enter, type ListeningService } from '../../kit/raw-http.js'

/** What a real client got: the parts of a response, or the error that it reports. */
export interface Outcome {
  status?: number
  headers?: Record<string, string>
  text?: string
  /** The name of the error. */
  error?: string
}

/** A client that is not made for these tests. */
export type RealClient = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Outcome>

/** The client of Node.js and of browsers. Node's is undici. Its errors have a code in their cause. */
const viaFetch: RealClient = async (url, init) => {
  try {
    const response = await fetch(url, init ?? {})
    const { status, headers } = response
    const text = await response.text()
    return { status, headers: Object.fromEntries(headers), text }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { error: cause?.code ?? String(error) }
  }
}

/** Runs curl. Its errors are exit codes. */
const viaCurl: RealClient = (url, { method = 'GET', headers = {}, body } = {}) => {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-sS', '-i', '-X', method, ...lines, ...(body === undefined ? [] : ['--data-raw', body]), url]
  return new Promise((resolve) => {
    execFile('curl', args, (error, stdout) => {
      const end = stdout.indexOf('\r\n\r\n')
      const [first = '', ...rest] = stdout.slice(0, end).split('\r\n')
      const received = Object.fromEntries(
        rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      )
      const response =
        end === -1 ? {} : { status: Number(first.split(' ')[1]), headers: received, text: stdout.slice(end + 4) }
      resolve({ ...response, ...(error !== null && { error: `curl ${error.code}` }) })
    })
  })
}

/** The clients by name. */
export const REAL_CLIENTS: Readonly<Record<string, RealClient>> = { fetch: viaFetch, curl: viaCurl }

/** What arrived on a socket until the service closed the connection, and how it did so. */
export interface Received {
  text: string
  end: 'FIN' | 'RST'
}

/** Sends requests over a new connection, and waits until the service closes it. */
export function viaSocket({ origin, mount }: ListeningService, ...requests: Buffer[]): Promise<Received> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    const chunks: Buffer[] = []
    let end: Received['end'] = 'FIN'
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {
      end = 'RST'
    })
    socket.on('close', () => resolve({ text: String(Buffer.concat(chunks)), end }))
    for (const request of requests) socket.write(enter(request, mount))
  })
}
