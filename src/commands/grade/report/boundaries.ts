import type { SeenExchange } from '../../../app/grading.js'
import type { Limit } from './contract.js'

/** The side of a limit on which a value is: at the limit, or beyond it. */
const CLASSES = ['minimum', 'below', 'maximum', 'above'] as const
type BoundaryClass = (typeof CLASSES)[number]

/** Lists the boundary values of a limit, such as `createTask title: 100 characters`. */
export function boundariesOf(limit: Limit): string[] {
  return CLASSES.filter((each) => (/min|below/.test(each) ? limit.min : limit.max) !== undefined).map((each) =>
    nameOf(limit, each),
  )
}

/** Returns the boundary values of a limit that a request has. */
export function boundariesIn(limit: Limit, { operation, url, body }: SeenExchange): string[] {
  if (operation !== limit.operation) return []
  const values = limit.isQuery ? queryValues(url, limit.place) : bodyValues(body, limit.place)
  return values.flatMap((value) => {
    const size = sizeOf(value, limit)
    const found = size === undefined ? undefined : classOf(size, limit)
    return found === undefined ? [] : [nameOf(limit, found)]
  })
}

function classOf(size: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Limit) {
  if (size < min) return 'below'
  if (size > max) return 'above'
  if (size === min) return 'minimum'
  return size === max ? 'maximum' : undefined
}

function nameOf({ operation, place, unit, min, max }: Limit, each: BoundaryClass): string {
  const amount = (count = 0) => (unit === 'number' ? count : `${count} ${count === 1 ? unit.slice(0, -1) : unit}`)
  const value = {
    minimum: amount(min),
    below: `less than ${amount(min)}`,
    maximum: amount(max),
    above: `more than ${amount(max)}`,
  }[each]
  return `${operation} ${place}: ${value}`
}

/** Returns the size of a value in the unit of a limit; `undefined` if it has another type. Characters are code points. */
function sizeOf(value: unknown, { unit, isQuery }: Limit): number | undefined {
  if (unit === 'characters') return typeof value === 'string' ? [...value].length : undefined
  if (unit === 'items') return Array.isArray(value) ? value.length : undefined
  const number = isQuery && /^-?\d+$/.test(String(value)) ? Number(value) : value
  return typeof number === 'number' ? number : undefined
}

function queryValues(url: string, name: string): string[] {
  const start = url.indexOf('?')
  return start < 0 ? [] : new URLSearchParams(url.slice(start)).getAll(name)
}

function bodyValues(body: unknown, place: string): unknown[] {
  let values: unknown[] = [body]
  for (const name of place.replaceAll('[]', '.[]').split('.')) {
    values = values.flatMap((value) => {
      if (name === '[]') return Array.isArray(value) ? value : []
      return typeof value === 'object' && value !== null ? [(value as Record<string, unknown>)[name]] : []
    })
  }
  return values
}
