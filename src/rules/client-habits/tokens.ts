import { type Observation, pathOf, slackOf } from './observation.js'
import { notShown, type Row, right, type Situation, wrong } from './row.js'

const LOGIN = '/auth/login'
const REFRESH = '/auth/refresh'

function isSuccess(request: Observation, path: string): boolean {
  return pathOf(request) === path && request.status === 200
}

export const expiredToken: Row = {
  name: 'expired-token',
  title: '401 or 403, because the access token has expired',
  right: 'refreshes the token once, also for parallel requests, and then goes on',
  opens: ({ hasExpiredToken }) => hasExpiredToken,
  divide(requests) {
    const byToken = new Map<string | null, [Observation, ...Observation[]]>()
    for (const request of requests) {
      const group = byToken.get(request.token)
      if (group === undefined) byToken.set(request.token, [request])
      else group.push(request)
    }
    return [...byToken.values()]
  },
  judge(situation) {
    const renewals = renewalsIn(situation)
    const [first] = renewals
    if (first === undefined) return notShown('The client sent no other token.')
    const reused = renewals.find((one) => isReuse(one, situation))
    if (reused !== undefined) return wrong('The client used a refresh token twice.', [reused])
    const logins = renewals.filter((request) => isSuccess(request, LOGIN)).length
    const refreshes = `${renewals.length - logins} refreshes and ${logins} logins`
    if (renewals.length > 1) return wrong(`The client sent ${refreshes} for one expired token.`, renewals)
    return right(logins === 0 ? 'The client refreshed the token once.' : 'The client logged in once.', renewals)
  },
}

/** Returns the refreshes and logins because of one expired token. */
function renewalsIn({ requests, last, attempts }: Situation): Observation[] {
  const [first] = requests
  const goesOn = attempts.all.find(
    ({ arrivedAt, token, target }) =>
      arrivedAt > first.arrivedAt && token !== null && token !== first.token && !target.startsWith('/auth/'),
  )
  // The next token can expire while late requests still have this one.
  const expiresNext = attempts.all.find(
    ({ arrivedAt, token, hasExpiredToken }) => hasExpiredToken && token !== first.token && arrivedAt > first.arrivedAt,
  )
  const until = Math.min(
    Math.max(last.endedAt + slackOf(0), goesOn?.arrivedAt ?? 0),
    expiresNext?.arrivedAt ?? Number.POSITIVE_INFINITY,
  )
  return attempts.all.filter(
    (request) =>
      request.arrivedAt > first.arrivedAt &&
      request.arrivedAt <= until &&
      (isSuccess(request, LOGIN) || (pathOf(request) === REFRESH && request.status < 444)),
  )
}

function isReuse(request: Observation, { attempts }: Situation): boolean {
  const { refreshToken } = request
  if (refreshToken === null) return false
  const before = attempts.all.slice(0, attempts.all.indexOf(request))
  return before.some((other) => other.refreshToken === refreshToken && other.status < 444)
}

/** The number of logins from which on they are a habit. */
const LOGINS_MIN = 3

export const logins: Row = {
  name: 'logins',
  title: 'logins',
  right: 'uses a token for more than one request',
  opens: (request) => isSuccess(request, LOGIN),
  divide: ([first, ...rest]) => (first === undefined ? [] : [[first, ...rest]]),
  judge({ requests, attempts }) {
    const used = attempts.all.filter(({ token, target }) => token !== null && !target.startsWith('/auth/')).length
    if (used <= 1) return notShown('The client sent no second request with a token.')
    return requests.length >= LOGINS_MIN && requests.length >= used
      ? wrong(`The client logged in ${requests.length} times for ${used} requests.`, requests.slice(1))
      : right(
          `The client logged in ${requests.length === 1 ? 'once' : `${requests.length} times`} for ${used} requests.`,
        )
  },
}
