import { type Static, Type } from '@sinclair/typebox'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import {
  boolean,
  httpStatus,
  integer,
  list,
  string,
  stringEnum,
  timestamp,
  wholeNumber,
} from '../../contract/schemas/values.js'
import { HINTS_MAX } from '../../rules/claims/credit.js'
import { Difference, ExchangeBody, ExchangeFile, ExchangeRequest } from '../../rules/expected-vs-actual/exchange.js'
import { Claim } from '../claims/schemas.js'

export { Difference, ExchangeBody, ExchangeFile, ExchangeRequest }

export const hintsTaken = (what: string) => wholeNumber(`The number of hints that were taken for ${what}.`)

const credit = { minimum: 0, maximum: 1 }

export const Hints = component(
  'Hints',
  'The hints for a response. The first says whether a fault changed it, the second which part to look at, and the third which fault it is.',
  {
    taken: Type.Array(Type.String(), {
      maxItems: HINTS_MAX,
      description: 'The hints that were taken, in their order.',
    }),
    correct: boolean(
      'Whether the hints that were taken say that the response is correct. On a board with defects, hints never say this.',
    ),
    places: list(
      Type.String(),
      'The locations in the response that the latest hint is about. For the second hint, they are all places of the part, such as both dates of a task, and not all of them need to be wrong. For the third hint, they are what the fault has changed, such as `body.updatedAt`. The location of a missing field is the object that should have it, such as `body.content[3]`. Empty before the second hint, on a board with defects, and if the part or the fault has no place in the response.',
    ),
    faults: list(
      Type.String(),
      'The faults that the third hint names, or `none` if no fault changed the response. Empty before the third hint.',
    ),
    left: integer(0, HINTS_MAX, 'The number of hints that can still be taken.'),
    credit: Type.Number({
      ...credit,
      description:
        'What a find in this response counts now: 1, 0.5, 0.25 or 0. If hints are counted, it is 0 after a wrong claim about the response that was explained.',
    }),
    nextCredit: nullable(
      Type.Number({ ...credit, description: 'What a find counts after the next hint; `null` if there is none.' }),
    ),
  },
)

const hiddenFaults = (description: string) =>
  Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description })

/** What the log shows of a request to everybody who may read it. */
const logged = {
  number: wholeNumber('The number of the request on the board. The first request ever recorded has number 1.', 1),
  time: timestamp('When the response was sent.'),
  method: Type.String(),
  route: nullable(string('The pattern of the route; `null` if no route matched.')),
  path: string(
    'The path below the base URL of the board, without the query. Only the first 1,024 characters are recorded.',
  ),
  query: nullable(
    string(
      'The query, at most its first 1,024 characters; `null` if there is none. Secrets are replaced by `[redacted]`.',
    ),
  ),
  status: httpStatus(
    'The status of the response, after its faults. 499 if the client disconnected before there was a response, and 444 if a fault ended the connection instead.',
  ),
  size: wholeNumber('The size of the body of the response in bytes.'),
  duration: Type.Number({ minimum: 0, description: 'The duration in milliseconds.' }),
  requestId: string('The `X-Request-Id` of the response. A later request can have the same id.'),
}

/** Returns some fields of a request in the log. */
export function pickLogged<Name extends keyof typeof logged>(...names: Name[]) {
  return Type.Pick(Type.Object(logged), names).properties
}

export const LearnerRequest = component('LearnerRequest', 'A request to the board, as shown to learners.', {
  ...logged,
  changed: hiddenFaults('The faults that changed the response; `null` until the exercise has ended.'),
  missed: hiddenFaults('The faults of the response that no claim has found; `null` until the exercise has ended.'),
  hintsTaken: hintsTaken('the response'),
  claims: list(ref(Claim), 'The claims about the response.'),
})
export type LearnerRequest = Static<typeof LearnerRequest>

export const LearnerRequestPage = component(
  'LearnerRequestPage',
  'A page of requests, newest first.',
  pageProperties(LearnerRequest, 'requests'),
)
export type LearnerRequestPage = Static<typeof LearnerRequestPage>

export const LearnerRequestQuery = Type.Object({
  ...pagingParameters('requests'),
  status: Type.Optional(httpStatus('Returns only requests whose response has this status.')),
})

export const ExchangeResponse = component('ExchangeResponse', 'A recorded response.', {
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Headers that belong to the operation, by name in lower case.',
  }),
  body: ref(ExchangeBody),
})

export const Evidence = component(
  'Evidence',
  'The effect of faults and defects on the response. `expected` is the response without them. It is absent if the response did not change, or if it is not known.',
  {
    changed: list(Type.String(), 'The faults that changed the response.'),
    expected: Type.Optional(ref(ExchangeResponse)),
    difference: list(
      ref(Difference),
      'The differences. Empty if the response is the expected one. If a defect has changed the response, and the expected one is not known, there is one of the kind `unknown`.',
    ),
  },
)

export const Exchange = component(
  'Exchange',
  'A request and its response. `request` and `response` are absent if they are no longer recorded. `evidence` is absent until the exercise shows it. `hints` is absent if no hint was taken, none can be taken, and a find counts 1.',
  {
    ...LearnerRequest.properties,
    request: Type.Optional(ref(ExchangeRequest)),
    response: Type.Optional(ref(ExchangeResponse)),
    firstByte: Type.Optional(
      Type.Number({ minimum: 0, description: 'The time until the first byte of the response, in milliseconds.' }),
    ),
    disconnected: Type.Optional(
      boolean(
        'Whether the client disconnected before the end of the response. Then `response` can be more than it received.',
      ),
    ),
    evidence: Type.Optional(ref(Evidence)),
    hints: Type.Optional(ref(Hints)),
  },
)
export type Exchange = Static<typeof Exchange>

export const RecordedRequest = component('RecordedRequest', 'A request to a variant and its response.', {
  ...logged,
  ordinal: nullable(wholeNumber('The ordinal number in the fault plan; `null` if the request has none.')),
  drawn: list(Type.String(), 'The faults that the request drew or chose.'),
  changed: list(Type.String(), 'The faults that changed the response.'),
})

export const JournalPage = component(
  'JournalPage',
  'A page of the log, newest first.',
  pageProperties(RecordedRequest, 'requests'),
)
export type JournalPage = Static<typeof JournalPage>

/** The start of an exported log, shortened. */
export const LOG_EXAMPLE = `{"log":1,"version":"2.0.0","edition":"current","board":"w5kd3r7ztq2xhv6m4nbjc2oyla","time":"2026-03-02T09:30:00.000Z","unlisted":0,"firstRequest":1,"lastRequest":1,"claims":0,"restarts":0,"defectsNumber":0,"challenges":["first-list"],"drill":null}
{"number":1,"time":"2026-03-02T09:29:41.250Z","method":"GET","path":"/api/v1/tasks","query":null,"status":200,"requestId":"mine","changed":[]}
`

export const RequestQuery = Type.Object({
  ...pagingParameters('requests'),
  format: Type.Optional(stringEnum(['log'], { description: 'Returns the whole log as lines of JSON.' })),
  faulted: Type.Optional(
    stringEnum(['true', 'false'], {
      description:
        'Returns only requests whose response was changed by a fault (`true`), or only the other requests (`false`).',
    }),
  ),
  status: Type.Optional(httpStatus('Returns only requests whose response has this status.')),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Returns only requests whose response was sent at this time or later.',
    }),
  ),
})
