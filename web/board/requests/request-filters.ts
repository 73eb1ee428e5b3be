import { useEffect, useState } from 'preact/hooks'
import type { LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import { VARIANTS } from '../../shared/service/variants.js'
import { METHODS } from '../service/exchange.js'

/** The fields of a request that a row shows. `number` is absent if the board has no public log. */
export type Shown = Pick<
  LearnerRequest,
  'method' | 'path' | 'query' | 'status' | 'size' | 'duration' | 'requestId' | 'changed' | 'claims'
> &
  Partial<Pick<LearnerRequest, 'number'>>

/** The classes of statuses. The default board also shows requests without a response. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

/** The values of each filter. An empty value shows all requests. */
const VALUES = { variant: VARIANTS, status: STATUS_CLASSES, method: METHODS, reported: ['no'] } as const

/** What the listed requests have in common. */
export type RequestFilters = Record<keyof typeof VALUES, string>

const NAMES = Object.keys(VALUES) as (keyof RequestFilters)[]

export const NO_FILTERS: RequestFilters = { variant: '', status: '', method: '', reported: '' }

/** Returns the name of a filter in the address, which other parts of the page do not use. */
const parameterOf = (name: string) => `requests.${name}`

/** Keeps the filters in the address of the page, so that a reload and a link have them. */
export function useRequestFilters(): [RequestFilters, (filters: RequestFilters) => void] {
  const [filters, setFilters] = useState(readFilters)
  useEffect(() => {
    const onMove = () => setFilters(readFilters())
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [])
  function change(next: RequestFilters): void {
    const url = new URL(location.href)
    for (const name of NAMES) {
      if (next[name] === '') url.searchParams.delete(parameterOf(name))
      else url.searchParams.set(parameterOf(name), next[name])
    }
    history.replaceState(history.state, '', url)
    setFilters(next)
  }
  return [filters, change]
}

/** Reads the filters from the address. Unknown values count as none. */
function readFilters(): RequestFilters {
  const { searchParams } = new URL(location.href)
  const entries = NAMES.map((name) => {
    const value = searchParams.get(parameterOf(name)) ?? ''
    return [name, (VALUES[name] as readonly string[]).includes(value) ? value : '']
  })
  return Object.fromEntries(entries)
}

/** Whether a list is filtered. */
export function isFiltered(filters: RequestFilters): boolean {
  return NAMES.some((name) => filters[name] !== '')
}

/**
 * Whether a request has the properties that the filters ask for.
 *
 * @param canClaim whether the user can report a fault of the response
 */
export function isMatch({ path, status, method, claims }: Shown, canClaim: boolean, filters: RequestFilters): boolean {
  const statusClass = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
  return (
    (filters.variant === '' || new RegExp(`/api/${filters.variant}(/|$)`).test(path)) &&
    (filters.status === '' || filters.status === statusClass) &&
    (filters.method === '' || filters.method === method) &&
    (filters.reported === '' || (canClaim && claims.length === 0))
  )
}
