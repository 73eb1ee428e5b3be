import type { Static } from '@sinclair/typebox'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { string, timestamp, wholeNumber } from '../../contract/schemas/values.js'
import { Quality } from './schemas.js'

export const ChallengeProgress = component('ChallengeProgress', 'How many challenges a learner has solved.', {
  total: wholeNumber('The number of challenges of the exercise. Without an exercise, that of all challenges.'),
  solved: wholeNumber('The number of them that were solved.'),
})

export const Certificate = component('Certificate', 'What a learner has achieved in an exercise that has ended.', {
  number: string(
    'The number. The service computes it from all other values with a secret key, so only the service can issue a valid certificate.',
  ),
  name: string('The name of the learner.'),
  className: string('The name of the class.'),
  title: nullable(string('The title of the exercise.')),
  startsAt: timestamp('When the exercise started.'),
  endsAt: timestamp('When the exercise ended.'),
  total: ref(Quality),
  defects: ref(Quality),
  challenges: ref(ChallengeProgress),
})
export type Certificate = Static<typeof Certificate>
