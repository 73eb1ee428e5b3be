import { type Static, Type } from '@sinclair/typebox'
import { TEST_NAME_MAX } from '../../contract/limits.js'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { boolean, list, string, stringEnum, text, wholeNumber } from '../../contract/schemas/values.js'
import { DIFFERENCE_KINDS } from '../../rules/expected-vs-actual/exchange.js'
import { LearnerRequest } from '../claims/schemas.js'
import { Hints } from './hint-schemas.js'

export const ExchangeParams = Type.Object({
  requestId: text({ minLength: 1, maxLength: 128, description: 'The `X-Request-Id` of the response.' }),
})

export const ExchangeBody = component('ExchangeBody', 'A recorded body.', {
  text: nullable(
    string(
      'The text, at most its first 16,384 characters. `null` if the body is not text, or was not read. Passwords and tokens are replaced by `[redacted]`, and by 0 if they are numbers.',
    ),
  ),
  bytes: wholeNumber('The length of the full body in bytes.'),
})

export const ExchangeFile = component('ExchangeFile', 'A file of an upload. Its content is not recorded.', {
  name: Type.String(),
  mediaType: Type.String(),
  size: wholeNumber('The size of the file in bytes.'),
})

export const ExchangeRequest = component('ExchangeRequest', 'A recorded request.', {
  mediaType: nullable(string('The `Content-Type`; `null` if the request had none.')),
  body: ref(ExchangeBody),
  files: Type.Optional(list(ref(ExchangeFile), 'The files of an upload.')),
  test: Type.Optional(
    string(`The \`X-Test-Name\` of the request, at most ${TEST_NAME_MAX} characters: the test that sent it.`),
  ),
})

export const ExchangeResponse = component('ExchangeResponse', 'A recorded response.', {
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Headers that belong to the operation, by name in lower case.',
  }),
  body: ref(ExchangeBody),
})

export const Difference = component('Difference', 'A difference between the response and the expected response.', {
  at: string(
    'The location: `status`, `time`, `response` (there is none), `headers.<name>`, `body`, or a path such as `body.content[3].updatedAt`.',
  ),
  kind: stringEnum(DIFFERENCE_KINDS, { description: 'The kind of the difference.' }),
  of: Type.Optional(string('The object that has this member, for example `task 12`.')),
  items: Type.Optional(string('The kind of the items in the list, for example `task`.')),
  expected: Type.Optional(Type.Unknown({ description: 'The expected value. Absent if nothing is expected.' })),
  actual: Type.Optional(Type.Unknown({ description: 'The value in the response. Absent if there is none.' })),
  sentence: string('The difference as a sentence.'),
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
