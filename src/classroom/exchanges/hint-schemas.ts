import { Type } from '@sinclair/typebox'
import { component, nullable } from '../../contract/schemas/builders.js'
import { boolean, integer, list, stringEnum, wholeNumber } from '../../contract/schemas/values.js'
import { HINT_SETTINGS, HINTS_MAX } from '../../rules/claims/credit.js'

/** The setting for hints of an exercise. */
export const hintSetting = stringEnum(HINT_SETTINGS, {
  description:
    'Whether learners can take hints for responses (`free`), and whether each hint lowers what a find counts in the score (`counted`). `off` without hints. Hints need the feedback `immediate`.',
})

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
