import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { FAULT_NAMES } from '../api/buggy/faults.js'
import { isBoardId } from '../contract/board-id.js'
import { VARIANT_NAMES } from '../contract/names.js'
import { isObject } from '../contract/parse.js'
import { variantPath } from '../contract/variant-path.js'
import { parseHost } from '../http/request-target.js'
import { ConfigurationError } from './setting.js'

/** Reads HOST. Brackets belong to addresses in URLs. */
export function readHost(value: string): string {
  return value.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

/**
 * Reads PUBLIC_URL.
 *
 * @returns the URL as browsers normalise it, without a trailing slash
 * @throws ConfigurationError if the URL is not valid
 */
export function readPublicUrl(value: string): string {
  if (!URL.canParse(value)) throw new ConfigurationError('PUBLIC_URL must be a valid URL')
  const { origin, host, pathname, username, password } = new URL(value)
  // Node.js accepts wildcards and variables as host names.
  if (parseHost(host) === undefined) throw new ConfigurationError('PUBLIC_URL must have a valid host')
  if (username !== '' || password !== '') throw new ConfigurationError('PUBLIC_URL must not contain a user or password')
  if (pathname.includes('$')) throw new ConfigurationError('PUBLIC_URL must not contain a variable')
  const url = (origin + pathname).replace(/\/+$/, '')
  if (/\/\//.test(url.slice(origin.length))) throw new ConfigurationError('PUBLIC_URL must not contain // in its path')
  const page = SERVED_PATHS.exec(url.slice(origin.length))?.[0]
  if (page !== undefined) throw new ConfigurationError(`PUBLIC_URL must end before ${page}`)
  return url
}

/**
 * The end of URLs that users can mistake for the URL of the service. `/board` and `/class` are missing, because a proxy can
 * serve it at such a path.
 */
const SERVED_PATHS = new RegExp(
  `(${VARIANT_NAMES.map(variantPath).join('|')}|/docs|/b/[^/]+|/openapi(-3\\.1)?\\.(json|yaml))$`,
)

/**
 * Reads TRUST_PROXY: `true`, `false`, or a comma-separated list of addresses and networks.
 *
 * @throws ConfigurationError if the value is none of these
 */
export function readTrustProxy(value: string): boolean | string[] {
  if (value === 'true' || value === 'false') return value === 'true'
  const addresses = readList(value)
  try {
    if (addresses.length === 0 || !addresses.every(isNetwork)) throw new Error()
    compile(addresses)
  } catch {
    throw new ConfigurationError('TRUST_PROXY must be true, false, or a comma-separated list of addresses')
  }
  return addresses
}

/** The names that @fastify/proxy-addr has for networks. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Whether an address is complete. The library reads `1` as 0.0.0.1, `10/8` as 0.0.0.10/8 and `010.0.0.1` as 8.0.0.1. Users
 * mean a number of hops, 10.0.0.0/8 and 10.0.0.1.
 */
function isNetwork(address: string): boolean {
  return NETWORKS.includes(address) || isIP(address.replace(/\/.*$/s, '')) !== 0
}

function readList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Reads CORS_ORIGIN.
 *
 * @returns `*`, or the listed origins as browsers send them
 * @throws ConfigurationError if the list is empty, an entry is not an origin, or `*` is one of several entries
 */
export function readOrigins(value: string): string | string[] {
  if (value === '*') return value
  const origins = readList(value).map(readOrigin)
  if (origins.length === 0) throw new ConfigurationError('CORS_ORIGIN must name at least one origin')
  return origins
}

/** A scheme and a host with an optional port. Apps and browser extensions have schemes of their own. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#@*$]+\/?$/i

function readOrigin(value: string): string {
  // Browsers send `null` for files and sandboxed pages.
  if (value === 'null') return value
  if (!ORIGIN.test(value) || !URL.canParse(value)) {
    throw new ConfigurationError(
      'CORS_ORIGIN must be * or origins without a path, such as https://app.example.org, separated by commas',
    )
  }
  const { origin } = new URL(value)
  // Node.js knows no origins of other schemes.
  return origin === 'null' ? value.toLowerCase().replace(/\/$/, '') : origin
}

/**
 * Reads ALLOWED_HOSTS: names of hosts and addresses, separated by commas. A dot at the start includes all subdomains.
 *
 * @throws ConfigurationError if an entry is not valid or has a port
 */
export function readHosts(value: string): string[] {
  return readList(value).map((entry) => {
    const [, dot = '', name = ''] = /^(?:\*?(\.))?(.*)$/s.exec(entry) ?? []
    const host = parseHost(name)
    if (host === undefined || host.port !== undefined) {
      throw new ConfigurationError('ALLOWED_HOSTS must be a comma-separated list of host names without ports')
    }
    return dot + host.name
  })
}

/**
 * Reads FAULT_RATES.
 *
 * @param value `<fault>=<rate>` pairs, separated by commas, or an object of rates
 * @throws ConfigurationError if a fault is unknown or named twice, or a rate is not between 0 and 1
 */
export function readRates(value: unknown): Record<string, number> {
  const pairs = isObject(value) ? Object.entries(value) : readList(String(value)).map(readRate)
  const rates = new Map<string, number>()
  for (const [name, rate] of pairs) {
    if (!FAULT_NAMES.includes(name)) {
      throw new ConfigurationError(
        `FAULT_RATES names an unknown fault '${name}'; the faults are ${FAULT_NAMES.join(', ')}`,
      )
    }
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
      throw new ConfigurationError(`FAULT_RATES must give '${name}' a rate between 0 and 1`)
    }
    if (rates.has(name)) throw new ConfigurationError(`FAULT_RATES must not name '${name}' twice`)
    rates.set(name, rate)
  }
  return Object.fromEntries(rates)
}

function readRate(pair: string): [name: string, rate: number] {
  const [name = '', ...rest] = pair.split('=').map((part) => part.trim())
  const rate = rest.join('=')
  return [name, /^(0(\.\d+)?|1(\.0+)?)$/.test(rate) ? Number(rate) : Number.NaN]
}

/** The longest delay that FAULT_DELAY can name, in milliseconds. */
const DELAY_MAX = 999_999

/**
 * Reads FAULT_DELAY.
 *
 * @param value `<shortest>-<longest>` in milliseconds, or a list of the two
 * @throws ConfigurationError if the value is neither, or the first number is greater than the second
 */
export function readDelay(value: unknown): readonly [shortest: number, longest: number] {
  const bounds = Array.isArray(value) ? value : String(value).split('-').map(readMilliseconds)
  if (bounds.length !== 2 || !bounds.every((bound) => Number.isInteger(bound) && bound >= 0 && bound <= DELAY_MAX)) {
    throw new ConfigurationError('FAULT_DELAY must be two numbers of milliseconds, such as 2000-5000')
  }
  const [shortest, longest] = bounds
  if (shortest > longest) throw new ConfigurationError('FAULT_DELAY must name the shorter delay first')
  return [shortest, longest]
}

function readMilliseconds(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
}

/**
 * Reads BOARD_PORT: `<id>=<port>` pairs, separated by commas.
 *
 * @throws ConfigurationError if an id is not the id of a board, or a port is not valid or named twice
 */
export function readBoardPorts(value: string): { id: string; port: number }[] {
  const boards = readList(value).map((pair) => {
    const [, id = '', digits = ''] = /^(.*)=(\d{1,5})$/.exec(pair) ?? []
    if (!isBoardId(id) || Number(digits) > 65_535) {
      throw new ConfigurationError('BOARD_PORT must be <board id>=<port> pairs, separated by commas')
    }
    return { id, port: Number(digits) }
  })
  const ports = boards.map(({ port }) => port).filter((port) => port !== 0)
  if (new Set(ports).size < ports.length) throw new ConfigurationError('BOARD_PORT must not contain a port twice')
  return boards
}
