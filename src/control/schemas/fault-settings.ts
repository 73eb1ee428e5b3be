import { type Static, type TInteger, Type } from '@sinclair/typebox'
import { FAULTS } from '../../chaos/faults/index.js'
import { PROFILE_NAMES, SERVER_PROFILE } from '../../chaos/profiles.js'
import { COUNTED_MAX, PLAN_PAGE_DEFAULT, PLAN_PAGE_MAX, SCRIPT_MAX } from '../../limits.js'
import { optional, ref, stringEnum } from '../../schemas/builders.js'

const FAULT_NAMES = FAULTS.map(({ name }) => name)
export const SCRIPT_ENDS = ['none', 'repeat'] as const

const faultName = stringEnum(FAULT_NAMES)
const rate = Type.Number({ minimum: 0, maximum: 1 })
const seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The longest delay that may be asked for, in milliseconds: a minute. */
const DELAY_MAX = 60_000

function delayOf(milliseconds: TInteger) {
  return Type.Array(milliseconds, {
    minItems: 2,
    maxItems: 2,
    description: 'The least and the greatest delay of a slow response, in milliseconds.',
  })
}

export const FaultRates = Type.Object(
  Object.fromEntries(FAULT_NAMES.map((name) => [name, Type.Optional(rate)])),
  {
    $id: 'FaultRates',
    additionalProperties: false,
    description: 'The share of the requests to which each fault applies, by name.',
  },
)

const fields = {
  profile: stringEnum(PROFILE_NAMES, {
    description:
      'A named set of rates: `server` as the server is configured, `spec` as promised, `calm` a fifth of that, `stormy` three times that, `none`, or one fault alone in half of the requests.',
  }),
  rates: ref(FaultRates),
  delay: delayOf(Type.Integer({ minimum: 0, maximum: DELAY_MAX })),
  script: Type.Array(Type.Array(faultName, { maxItems: FAULT_NAMES.length }), {
    minItems: 1,
    maxItems: SCRIPT_MAX,
    description: 'The faults of each request in turn, from the first. With a script no rate counts.',
  }),
  scriptEnd: stringEnum(SCRIPT_ENDS, {
    description: 'What comes after the script: no fault any more, or the script again.',
  }),
  disclose: Type.Boolean({ description: 'Whether answers name their faults in `Fault-Injected`.' }),
  force: Type.Boolean({ description: 'Whether requests may ask for faults with `Prefer: fault=…`.' }),
}

export const FaultSettingsInput = Type.Object(
  {
    profile: optional(fields.profile),
    rates: Type.Optional(fields.rates),
    delay: optional(fields.delay),
    seed: optional(
      Type.Integer({
        ...seed,
        description: 'The seed of the plan; the same seed, the same faults. A random one unless given.',
      }),
    ),
    script: optional(fields.script),
    scriptEnd: optional(fields.scriptEnd),
    disclose: optional(fields.disclose),
    force: optional(fields.force),
  },
  {
    $id: 'FaultSettingsInput',
    description: `How the faults of a board are to be. What is left out is \`profile\`: \`${SERVER_PROFILE}\`, \`scriptEnd\`: \`none\`, \`disclose\`: \`false\`, \`force\`: \`true\`.`,
  },
)
export type FaultSettingsInput = Static<typeof FaultSettingsInput>

export const FaultSettings = Type.Object(
  {
    plan: Type.Integer({ description: 'The version of the algorithm of the plan.', examples: [1] }),
    ...fields,
    // As the server is configured it may be longer.
    delay: delayOf(Type.Integer({ minimum: 0 })),
    seed: Type.Integer({ ...seed, description: 'The seed of the plan.' }),
    script: Type.Unsafe<string[][] | null>({ ...fields.script, type: ['array', 'null'] }),
    ordinal: Type.Integer({ minimum: 0, description: 'The ordinal number of the next request.' }),
  },
  { $id: 'FaultSettings', description: 'How the faults of a board are.' },
)

export const PlannedRequest = Type.Object(
  {
    ordinal: Type.Integer({ minimum: 0, description: 'The ordinal number of the request, from 0.' }),
    faults: Type.Array(faultName, { description: 'What it draws; whether it applies is up to the request.' }),
    delay: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description: 'By how many milliseconds its answer is late, where it draws `slow-response`.',
    }),
  },
  { $id: 'PlannedRequest', description: 'What a request that is to come draws.' },
)

export const FaultPlan = Type.Object(
  {
    plan: Type.Integer({ description: 'The version of the algorithm of the plan.', examples: [1] }),
    seed: Type.Integer({ ...seed, description: 'The seed of the plan.' }),
    ordinal: Type.Integer({ minimum: 0, description: 'The ordinal number of the next request.' }),
    requests: Type.Array(Type.Unsafe<Static<typeof PlannedRequest>>({ $ref: `${PlannedRequest.$id}#` })),
  },
  { $id: 'FaultPlan', description: 'What the requests draw, one by one.' },
)

export const FaultPlanQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: COUNTED_MAX,
      description: 'The first ordinal number; that of the next request unless given.',
    }),
  ),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PLAN_PAGE_MAX,
      default: PLAN_PAGE_DEFAULT,
      description: 'How many requests.',
    }),
  ),
})
