import { type Static, type TInteger, type TSchema, Type } from '@sinclair/typebox'
import { FAULT_NAMES } from '../../api/buggy/faults.js'
import { PROFILE_DESCRIPTIONS, PROFILE_NAMES, SERVER_PROFILE } from '../../api/buggy/profiles.js'
import { COUNTER_MAX, FAULT_DELAY_MAX, PLAN_PAGE_DEFAULT, PLAN_PAGE_MAX, SCRIPT_MAX } from '../../contract/limits.js'
import { component, optional, optionalComponent, optionals, ref } from '../../contract/schemas/builders.js'
import { boolean, integer, list, stringEnum, wholeNumber } from '../../contract/schemas/values.js'

export const SCRIPT_ENDS = ['none', 'repeat'] as const

const faultName = stringEnum(FAULT_NAMES)
const rate = Type.Number({ minimum: 0, maximum: 1 })
const seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

function delayOf(milliseconds: TInteger) {
  const description =
    'The shortest and the longest delay of a slow response in milliseconds. A slow body takes as long.'
  return list(milliseconds, description, { minItems: 2, maxItems: 2 })
}

const rates = {
  additionalProperties: false,
  description: 'The rate of each fault by name: the probability that a request draws it.',
}

/** Returns an object with a property for each fault. */
function ofEachFault<S extends TSchema>(schema: S) {
  return Object.fromEntries(FAULT_NAMES.map((name) => [name, schema]))
}

export const FaultRates = Type.Object(ofEachFault(Type.Optional(rate)), { $id: 'FaultRates', ...rates })

export const OptionalFaultRates = optionalComponent(
  Type.Object(ofEachFault(optional(rate)), rates),
  'OptionalFaultRates',
)

const GENERAL_PROFILES = Object.entries(PROFILE_DESCRIPTIONS)
  .filter(([name]) => !name.startsWith('only-'))
  .map(([name, description]) => `\`${name}\`: ${description}`)
  .join(' ')

const drawn = {
  profile: stringEnum(PROFILE_NAMES, {
    description: `A named set of rates. ${GENERAL_PROFILES} \`only-…\`: Only one fault, in half of the requests.`,
    'x-enumDescriptions': PROFILE_DESCRIPTIONS,
  }),
  rates: ref(FaultRates),
  delay: delayOf(Type.Integer({ minimum: 0, maximum: FAULT_DELAY_MAX })),
}
const chosen = {
  script: list(
    Type.Unsafe<readonly string[]>(Type.Array(faultName, { maxItems: FAULT_NAMES.length })),
    'The faults of each request, in order. If there is a script, the rates are ignored.',
    { minItems: 1, maxItems: SCRIPT_MAX },
  ),
  scriptEnd: stringEnum(SCRIPT_ENDS, {
    description: 'The behaviour after the end of the script: no faults (`none`), or the script again (`repeat`).',
  }),
  disclose: boolean('Whether responses name their faults in the header `Fault-Injected`.'),
  force: boolean('Whether requests can choose their faults with the header `Prefer: fault=…`.'),
}

export const FaultSettingsInput = component(
  'FaultSettingsInput',
  `The fault settings to configure. The defaults are \`profile\`: \`${SERVER_PROFILE}\`, \`scriptEnd\`: \`none\`, \`disclose\`: \`false\` and \`force\`: \`true\`.`,
  {
    ...optionals(drawn),
    rates: Type.Optional(ref(OptionalFaultRates)),
    seed: optional(
      Type.Integer({
        ...seed,
        description: 'The seed of the fault plan. The same seed gives the same faults. By default, it is random.',
      }),
    ),
    ...optionals(chosen),
  },
)
export type FaultSettingsInput = Static<typeof FaultSettingsInput>

export const OptionalFaultSettings = optionalComponent(FaultSettingsInput, 'OptionalFaultSettings')

export const FaultSettings = component('FaultSettings', 'The fault settings of a board.', {
  plan: Type.Integer({ description: 'The version of the algorithm of the fault plan.', examples: [1] }),
  ...drawn,
  ...chosen,
  // The delay in the server configuration can exceed `FAULT_DELAY_MAX`.
  delay: delayOf(Type.Integer({ minimum: 0 })),
  seed: Type.Integer({ ...seed, description: 'The seed of the fault plan.' }),
  script: Type.Unsafe<readonly (readonly string[])[] | null>({ ...chosen.script, type: ['array', 'null'] }),
  ordinal: wholeNumber('The ordinal number of the next request.'),
})

export const PlannedRequest = component('PlannedRequest', 'The faults of a future request.', {
  ordinal: wholeNumber('The ordinal number of the request, starting at 0.'),
  faults: list(faultName, 'The faults that the request draws. Whether they apply depends on the request.'),
  delay: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'The delay of the response in milliseconds; `null` if the request does not draw `slow-response`.',
  }),
})

export const FaultPlan = component('FaultPlan', 'The fault plan of a board.', {
  plan: Type.Integer({ description: 'The version of the algorithm of the fault plan.', examples: [1] }),
  seed: Type.Integer({ ...seed, description: 'The seed of the fault plan.' }),
  ordinal: wholeNumber('The ordinal number of the next request.'),
  requests: Type.Array(ref(PlannedRequest)),
})

export const FaultPlanQuery = Type.Object({
  from: Type.Optional(
    integer(0, COUNTER_MAX, 'The first ordinal number. The default is the ordinal number of the next request.'),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PLAN_PAGE_MAX,
      default: PLAN_PAGE_DEFAULT,
      description: 'The number of requests.',
    }),
  ),
})
