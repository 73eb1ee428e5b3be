import fc from 'fast-check'
import type { Contract } from './documents.js'
import type { Mutation } from './mutations.js'
import type { PlannedRequest } from './requests.js'
import type { Outgoing } from './sending.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']

/** Texts that are not valid percent-encoding, or whose bytes are not UTF-8. */
const malformed = fc.constantFrom('%', '%4', '%zz', '%ff', '%c3', '%c0%af', '%ed%a0%80', '%u0041')

/** Ways to break the URL or the method of a request, which is then refused before any operation or token counts. */
export function urlMutations(contract: Contract, request: PlannedRequest): fc.WeightedArbitrary<Mutation>[] {
  const { path, method } = request.operation
  const documented = contract.operations.filter((operation) => operation.path === path)
  const allowed = documented.map((operation) => operation.method)
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].sort()
  const refused = { request, anonymous: true }
  return [
    {
      weight: 10,
      arbitrary: malformed.map((bad) => ({
        ...refused,
        what: 'a query that cannot be decoded',
        status: 400,
        alter: changeUrl((url) => `${url}${url.includes('?') ? '&' : '?'}search=${bad}`),
      })),
    },
    {
      weight: 10,
      arbitrary: malformed.map((bad) => ({
        ...refused,
        what: 'a path that cannot be decoded',
        status: 400,
        alter: changeUrl((url) => url.replace(/(?=\?|$)/, bad)),
      })),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom<((url: string) => string)[]>(
          (url) => url.replace(/(?=\?|$)/, '/nothing/at/all'),
          (url) => url.replace(/(?=\?|$)/, '/'),
          (url) => url.replace('/api/', '/api//'),
          (url) => url.replace('/api/', '/API/'),
          (url) => url.replace(contract.base, '/api/v3'),
        )
        .map((change) => ({ ...refused, what: 'an unknown path', status: 404, alter: changeUrl(change) })),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom(...METHODS.filter((other) => other !== method && !allowed.includes(other)))
        .map((other) => ({
          ...refused,
          what: 'a wrong method',
          status: 405,
          allow,
          alter: (outgoing) => ({ ...outgoing, method: other }),
        })),
    },
  ]
}

function changeUrl(change: (url: string) => string) {
  return (outgoing: Outgoing): Outgoing => ({ ...outgoing, url: change(outgoing.url) })
}
