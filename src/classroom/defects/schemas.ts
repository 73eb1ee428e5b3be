import { type Static, Type } from '@sinclair/typebox'
import { AREAS } from '../../api/defects/catalogue.js'
import { QUALITIES, SEVERITIES } from '../../api/defects/defect.js'
import { SET_NAMES } from '../../api/defects/sets.js'
import { VARIANTS } from '../../api/variants.js'
import { DEFECT_NAMES_MAX, LOG_PATH_MAX } from '../../contract/limits.js'
import { GRADED_VARIANTS } from '../../contract/names.js'
import { component, ref } from '../../contract/schemas/builders.js'
import { list, string, stringEnum, wholeNumber } from '../../contract/schemas/values.js'
import { DIFFICULTIES } from '../../rules/exposures/describe.js'
import { STYLES } from '../../rules/exposures/print/styles.js'
import { pickLogged } from '../exchanges/schemas.js'

/** The maximum length of a name in a request. */
const NAME_MAX = 100

/** The format `defect` is published as an enumeration. The service refuses unknown names later, with a better message. */
export const defectNames = Type.Array(Type.String({ format: 'defect', minLength: 1, maxLength: NAME_MAX }), {
  maxItems: DEFECT_NAMES_MAX,
  description: `The names of defects and of sets of defects. \`GET /defects\` lists them. The sets are ${SET_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
  examples: [['put-keeps-omitted-fields', 'lists']],
})

export const Defect = component('Defect', 'A defect that a private board can have.', {
  code: string('The code, such as `TB-017`. It never changes, and no other defect ever gets it.'),
  name: Type.String(),
  title: string('The behaviour with the defect.'),
  rule: string('The rule that the defect breaks, with the section of the specification or the decision.'),
  exposedBy: string('A request that exposes the defect, and what to check in the response.'),
  area: stringEnum(AREAS),
  quality: stringEnum(QUALITIES, { description: 'What is wrong.' }),
  operations: list(
    Type.String(),
    'The ids of the operations that the defect affects. An empty list means all requests.',
  ),
  variants: list(stringEnum(VARIANTS.map(({ name }) => name)), 'The variants that have the defect.'),
  severity: stringEnum(SEVERITIES),
  difficulty: stringEnum(DIFFICULTIES, { description: 'How difficult it is for a test suite to find the defect.' }),
  sets: list(Type.String(), 'The sets that contain the defect.'),
})

export const DefectCatalogue = component('DefectCatalogue', 'All defects, and the names of the sets.', {
  defects: Type.Array(ref(Defect)),
  sets: list(Type.String(), 'The names of all sets of defects.'),
})
export type DefectCatalogue = Static<typeof DefectCatalogue>

export const TestQuery = Type.Object({
  // No `default`: the enumeration would stay inline, and clients in Kotlin would not compile, because `as` is a keyword.
  as: Type.Optional(
    stringEnum(
      STYLES.map(({ name }) => name),
      { description: 'The style of the test: a test runner and an HTTP client. The default is node-test.' },
    ),
  ),
  variant: Type.Optional(
    stringEnum(GRADED_VARIANTS, {
      description: 'The variant that the test calls. The default is v1, or v2 for a defect that only v2 has.',
    }),
  ),
})

/** The media type of a test. */
export const TEST_TYPE = 'text/plain; charset=utf-8'

export const BoardDefectsInput = component(
  'BoardDefectsInput',
  'The defects to configure. An empty list removes all defects.',
  { defects: defectNames },
)

export const AffectedRequest = component('AffectedRequest', 'A request that a defect has affected.', {
  ...pickLogged('number', 'requestId', 'time', 'method', 'status'),
  target: string(`The path below the base URL of the board, with the query. At most ${LOG_PATH_MAX} characters.`),
})

export const DefectEffect = component(
  'DefectEffect',
  'The requests that a defect has affected in one way since it was configured.',
  {
    defect: string('The name of the defect.'),
    effect: stringEnum(['response', 'write'], {
      description:
        '`response`: the defect changed the response. `write`: the request stored different data than without the defect, so later responses can differ.',
    }),
    requests: wholeNumber('The number of such requests.', 1),
    first: ref(AffectedRequest),
  },
)

export const DefectEffects = component(
  'DefectEffects',
  'What the defects of a board have changed since they were configured, ordered by defect.',
  {
    effects: list(ref(DefectEffect), 'A defect that is missing here has changed nothing.'),
  },
)

export const BoardDefects = component('BoardDefects', 'The defects of a board.', {
  defects: list(Type.String(), 'The names of the defects. Sets are resolved.'),
})
