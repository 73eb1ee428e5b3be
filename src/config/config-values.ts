import { isIP } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { compile } from '@fastify/proxy-addr'
import type { Static, TObject } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import type { BoardPort } from '../boards/options.js'
import { FAULT_NAMES } from '../chaos/faults/index.js'
import { isBoardId } from '../contract/board-id.js'
import { MEBIBYTE } from '../contract/limits.js'
import { findInvalidValue, requirement, toKey } from '../contract/validation-wording.js'
import { variantPath } from '../contract/variant-path.js'
import { parseHost } from '../http/request-host.js'
import { VARIANTS } from '../variants.js'

/** An invalid setting or flag. The message is one line: the name, and the values that are allowed. */
export class ConfigurationError extends Error {}

const ajvs = new Map<boolean, Ajv>()

/** Returns the validator of schemas, which compiles each schema once. */
function ajvOf(coerceTypes: boolean): Ajv {
  const ajv =
    ajvs.get(coerceTypes) ??
    new Ajv({
      useDefaults: true,
      coerceTypes,
      keywords: ['expected', 'isSecret'],
      // Validating the schema takes longer than validating the values.
      validateSchema: false,
      verbose: true,
    })
  ajvs.set(coerceTypes, ajv)
  return ajv
}

/**
 * Validates values against a schema.
 *
 * @param coerceTypes whether strings may stand for numbers and booleans
 * @returns the values, with the defaults of the schema
 * @throws ConfigurationError if a value is not valid
 */
export function parseValues<S extends TObject>(schema: S, data: object, coerceTypes = true): Static<S> {
  const values = structuredClone(data) as Static<S>
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = (values as Record<string, unknown>)[name]
    // Ajv also accepts other notations, such as 1e3.
    if (property.type === 'integer' && typeof value === 'string' && !/^\d+$/.test(value)) {
      throw new ConfigurationError(`${name} must be ${requirement(property as object)}`)
    }
  }
  const validate = ajvOf(coerceTypes).compile(schema)
  if (validate(values)) return values
  const { steps, schema: violated } = findInvalidValue(validate.errors?.[0] as ErrorObject)
  throw new ConfigurationError(`${toKey(steps)} must be ${requirement(violated)}`)
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
  `(${VARIANTS.map(({ name }) => variantPath(name)).join('|')}|/docs|/b/[^/]+|/openapi(-3\\.1)?\\.(json|yaml))$`,
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
 * Reads FAULT_RATES: `<fault>=<rate>` pairs, separated by commas.
 *
 * @throws ConfigurationError if a fault is unknown or named twice, or a rate is not between 0 and 1
 */
export function readRates(value: string): Record<string, number> {
  const seen = new Set<string>()
  return Object.fromEntries(
    readList(value).map((entry) => {
      const [name = '', ...rates] = entry.split('=').map((part) => part.trim())
      const rate = rates.join('=')
      if (!FAULT_NAMES.includes(name)) {
        throw new ConfigurationError(
          `FAULT_RATES names an unknown fault '${name}'; the faults are ${FAULT_NAMES.join(', ')}`,
        )
      }
      if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(rate)) {
        throw new ConfigurationError(`FAULT_RATES must give '${name}' a rate between 0 and 1`)
      }
      if (seen.has(name)) throw new ConfigurationError(`FAULT_RATES must not name '${name}' twice`)
      seen.add(name)
      return [name, Number(rate)]
    }),
  )
}

/**
 * Reads FAULT_DELAY: `<shortest>-<longest>`, in milliseconds.
 *
 * @throws ConfigurationError if the first number is greater than the second
 */
export function readDelay(value: string): [number, number] {
  const [shortest = 0, longest = 0] = value.split('-').map(Number)
  if (shortest > longest) throw new ConfigurationError('FAULT_DELAY must name the shorter delay first')
  return [shortest, longest]
}

/**
 * Converts CACHE_SIZE from MiB to bytes. The cache is on the heap, and Node.js aborts when the heap is full.
 *
 * @throws ConfigurationError if the size is more than half of the maximum size of the heap
 */
export function readCacheSize(mebibytes: number): number {
  const max = Math.floor(getHeapStatistics().heap_size_limit / 2 / MEBIBYTE)
  if (mebibytes > max) {
    throw new ConfigurationError(
      `CACHE_SIZE must be at most ${max}, half of the heap in MiB; node --max-old-space-size enlarges the heap`,
    )
  }
  return mebibytes * MEBIBYTE
}

/**
 * Reads BOARD_PORT: `<id>=<port>` pairs, separated by commas.
 *
 * @throws ConfigurationError if an id is not the id of a board, or a port is not valid or named twice
 */
export function readBoardPorts(value: string): BoardPort[] {
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
