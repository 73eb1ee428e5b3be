import { isIPv4 } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { compile } from '@fastify/proxy-addr'
import type { Static, TObject } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { FAULTS } from './chaos/faults/index.js'
import { MEBIBYTE } from './limits.js'

/** A wrong value, said in one line. */
export class ConfigurationError extends Error {}

/** Checks values against a schema; the first that is wrong is named with what it should be. */
export function check<S extends TObject>(schema: S, data: object, coerceTypes = true): Static<S> {
  const values = structuredClone(data) as Static<S>
  // Ajv would first check the schema itself, which takes longer than all else that is done here.
  const ajv = new Ajv({ useDefaults: true, coerceTypes, validateSchema: false })
  const validate = ajv.compile(schema)
  if (validate(values)) return values
  const [first] = validate.errors ?? []
  const problem =
    first?.keyword === 'enum' ? `must be one of ${first.params.allowedValues.join(', ')}` : first?.message
  const [name = '', ...steps] = first?.instancePath.slice(1).split('/') ?? []
  const place = [name, ...steps].join('.')
  throw new ConfigurationError(`${place} ${problem} (${schema.properties[name]?.description})`)
}

export function readTrustProxy(value: string): boolean | string[] {
  if (value === 'true' || value === 'false') return value === 'true'
  const addresses = readList(value)
  try {
    // Libraries take a number for an address; people mean something else by it.
    if (addresses.length === 0 || addresses.some((address) => /^\d+$/.test(address))) throw new Error()
    compile(addresses)
  } catch {
    throw new ConfigurationError('TRUST_PROXY must be true, false, or a list of addresses')
  }
  return addresses
}

function readList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function readOrigins(value: string): string | string[] {
  const origins = readList(value)
  if (origins.length === 0) throw new ConfigurationError('CORS_ORIGIN must name an origin')
  return origins.includes('*') ? '*' : origins
}

export function readRates(value: string): Record<string, number> {
  const entries = value.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', ...rates] = entry.split('=').map((part) => part.trim())
      const rate = rates.join('=')
      if (!FAULTS.some((fault) => fault.name === name)) {
        throw new ConfigurationError(
          `FAULT_RATES names an unknown fault '${name}'; there are ${FAULTS.map((fault) => fault.name).join(', ')}`,
        )
      }
      if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(rate)) {
        throw new ConfigurationError(`FAULT_RATES must give '${name}' a rate between 0 and 1`)
      }
      return [name, Number(rate)]
    }),
  )
}

export function readDelay(value: string): [number, number] {
  const [shortest = 0, longest = 0] = value.split('-').map(Number)
  if (shortest > longest) throw new ConfigurationError('FAULT_DELAY must name the least delay first')
  return [shortest, longest]
}

/** What is kept lies on the heap, which ends the process when it is full. */
export function readCacheSize(mebibytes: number): number {
  const max = Math.floor(getHeapStatistics().heap_size_limit / 2 / MEBIBYTE)
  if (mebibytes > max) {
    throw new ConfigurationError(
      `CACHE_SIZE must be <= ${max}, half of the heap; node --max-old-space-size makes it larger`,
    )
  }
  return mebibytes * MEBIBYTE
}

/** Whether only this machine reaches an address (RFC 6890, section 2.2). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
