import { type Static, Type } from '@sinclair/typebox'
import { FAULTY_PARTS, type Fault } from '../../api/buggy/fault.js'
import { FAULT_NAMES, FAULTS } from '../../api/buggy/faults.js'
import { CLAIM_COMMENT_MAX } from '../../contract/limits.js'
import { component, nullable, optional } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import { string, stringEnum, text, timestamp, wholeNumber } from '../../contract/schemas/values.js'
import { NO_FAULT } from '../../rules/claims/judge.js'

/** The maximum length of a defect name and of a request id. */
const NAME_MAX = 128

export const CLAIMED_FAULTS = [...FAULT_NAMES, NO_FAULT]

const faultClaim = stringEnum(CLAIMED_FAULTS, {
  description: `The fault of the response, or \`${NO_FAULT}\` if the response is correct.`,
})

/** What each fault does. The board page explains the faults with these texts. */
const FAULT_DESCRIPTIONS = {
  ...Object.fromEntries(
    FAULTS.map(({ name, scope, effect }) => [name, `${effect} The fault is possible in ${scope}.`]),
  ),
  [NO_FAULT]: 'The response is correct.',
}

/** The titles of the groups of faults, by the part of the response that shows them. */
const GROUP_TITLES: Record<Fault['part'], string> = {
  content: 'Wrong content',
  status: 'Error or wrong status',
  body: 'Body that cannot be read',
  connection: 'Time and connection',
}

const FAULT_GROUPS = Object.fromEntries(
  FAULTY_PARTS.map((part) => [
    GROUP_TITLES[part],
    FAULTS.filter((fault) => fault.part === part).map(({ name }) => name),
  ]),
)

export const ClaimInput = component('ClaimInput', 'A claim: either `requestId` and `fault`, or `defect`.', {
  requestId: optional(
    text({ minLength: 1, maxLength: NAME_MAX, description: 'The `X-Request-Id` of the response from buggy.' }),
  ),
  fault: optional(
    stringEnum(CLAIMED_FAULTS, {
      description: `What is wrong with the response: an error that buggy puts into some responses at random, or \`${NO_FAULT}\` if the response is correct.`,
      'x-enumDescriptions': FAULT_DESCRIPTIONS,
      'x-enumGroups': FAULT_GROUPS,
    }),
  ),
  defect: optional(
    text({
      minLength: 1,
      maxLength: NAME_MAX,
      description:
        'The name of a defect of the board: an error of its code, which every request that depends on it shows. `GET /defects` on the server lists the names.',
    }),
  ),
  comment: optional(text({ maxLength: CLAIM_COMMENT_MAX, description: 'A comment for the trainer.' })),
})
export type ClaimInput = Static<typeof ClaimInput>

export const VERDICTS = ['right', 'wrong'] as const

export const Claim = component('Claim', 'A claim by a learner about a response or the board.', {
  number: wholeNumber('The number of the claim on its board.', 1),
  time: timestamp('When the claim was made.'),
  requestId: nullable(string('The request id of the response; `null` for a defect.')),
  fault: nullable(faultClaim),
  defect: nullable(string('The name of the defect; `null` for a fault.')),
  comment: nullable(Type.String()),
  verdict: nullable(
    stringEnum(VERDICTS, {
      description: 'Whether the claim is right; `null` until the exercise shows verdicts.',
    }),
  ),
  credit: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'What the find counts in the score: 1, or less after counted hints, and 0 after a wrong claim about the response that was explained while hints are counted. `null` if the claim found nothing, and until the exercise shows verdicts.',
    }),
  ),
  explanation: nullable(
    string(
      'Why the claim is right or wrong; `null` until the exercise shows verdicts, and if the response was no longer recorded.',
    ),
  ),
})
export type Claim = Static<typeof Claim>

export const ClaimPage = component('ClaimPage', 'A page of claims, newest first.', pageProperties(Claim, 'claims'))

export const ClaimQuery = Type.Object(pagingParameters('claims'))
