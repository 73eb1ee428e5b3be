import { useEffect, useState } from 'preact/hooks'
import type { LearnerRequest, LearnerRequestPage } from '../../../src/classroom/exchanges/schemas.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { useRequest } from '../../shared/service/use-request.js'

/** The number of requests that are loaded at a time. */
const PAGE_SIZE = 100

/** A fault that the learner has found or missed, with its request. */
export interface Result {
  key: string
  fault: string
  /** Why the report was right; `null` for a missed fault. */
  explanation: string | null
  request: LearnerRequest
}

/** What the learner has found and missed, oldest first. */
export interface Results {
  found: readonly Result[]
  missed: readonly Result[]
}

/**
 * Loads all requests of the log, and finds out which faults the learner has found and missed.
 *
 * @param token the owner token
 */
export function useResults(token: string | undefined) {
  const [results, setResults] = useState<Results>()
  const { failure, run } = useRequest<void>()
  useEffect(() => {
    run(async () => setResults(toResults(await loadRequests(token))))
  }, [])
  return { results, failure }
}

/** @throws RequestFailed */
async function loadRequests(token: string | undefined): Promise<LearnerRequest[]> {
  const requests: LearnerRequest[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const path = `${BASE_PATH}/requests?size=${PAGE_SIZE}&page=${page}`
    const { content, totalPages } = await send<LearnerRequestPage>('GET', path, { token })
    requests.push(...content)
    pages = totalPages
  }
  return requests.sort((one, other) => one.number - other.number)
}

function toResults(requests: readonly LearnerRequest[]): Results {
  return {
    found: requests.flatMap((request) =>
      request.claims
        .filter(({ fault, verdict }) => verdict === 'right' && fault !== 'none')
        .map(({ fault, explanation }) => toResult(request, fault, explanation)),
    ),
    missed: requests.flatMap((request) => (request.missed ?? []).map((fault) => toResult(request, fault, null))),
  }
}

function toResult(request: LearnerRequest, fault: string | null, explanation: string | null): Result {
  return { key: `${request.number} ${fault}`, fault: fault ?? '', explanation, request }
}
