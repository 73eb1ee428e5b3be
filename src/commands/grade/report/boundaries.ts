import type { SeenExchange } from '../../../app/grading.js'
import type { Limit } from './contract.js'

/** Lists the boundary values of a limit, with names such as `createTask title: 100 characters`. */
export function boundariesOf({ operation, place, unit, min, max }: Limit) {
  const boundaries: [prefix: string, limit: number | undefined, has: (size: number, limit: number) => boolean][] = [
    ['', min, (size, limit) => size === limit],
    ['less than ', min, (size, limit) => size < limit],
    ['', max, (size, limit) => size === limit],
    ['more than ', max, (size, limit) => size > limit],
  ]
  return boundaries.flatMap(([prefix, limit, has]) => {
    if (limit === undefined) return []
    const amount = unit === 'number' ? limit : `${limit} ${limit === 1 ? unit.slice(0, -1) : unit}`
    return { name: `${operation} ${place}: ${prefix}${amount}`, has: (size: number) => has(size, limit) }
  })
}

/** Returns the names of the boundary values of a limit that a request has. */
export function boundariesIn(limit: Limit, { operation, url, body }: SeenExchange): string[] {
  if (operation !== limit.operation) return []
  const values = limit.isQuery ? queryValues(url, limit.place) : bodyValues(body, limit.place)
  const sizes = values.flatMap((value) => sizeOf(value, limit) ?? [])
  return boundariesOf(limit)
    .filter(({ has }) => sizes.some(has))
    .map(({ name }) => name)
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
