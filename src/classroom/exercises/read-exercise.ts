import { isDeepStrictEqual } from 'node:util'
import type { Defect } from '../../api/defects/defect.js'
import { ExerciseEnded, ValidationFailed } from '../../contract/errors.js'
import { withDefaults } from '../../contract/schemas/builders.js'
import { LAST_YEAR, normalizeTimestamp } from '../../contract/time.js'
import { EXERCISE_DEFAULTS, type Exercise, hasEnded } from '../../rooms/training/exercise-settings.js'
import type { ExerciseChanges } from '../../rooms/training/values.js'
import { CHALLENGES } from '../../rules/challenges/catalogue.js'
import { PATHS } from '../../rules/challenges/paths.js'
import { readDefects } from '../defects/routes.js'
import { toSettings } from '../faults/routes.js'
import type { ExerciseInput } from './schemas.js'

/** What the results of an exercise depend on, besides its start and the defects. */
const OF_RESULT = ['title', 'endsAt', 'feedback', 'hints', 'challenges', 'drill'] as const

/**
 * Returns the exercise in a request body, and the settings that come with it. An exercise with another start is a new one: its
 * score is reset, and its fault plan gets a new seed.
 *
 * @param options.before the previous exercise
 * @param options.defects the defects that boards can have
 * @param options.chooseSeed chooses the seed of a fault plan
 * @param prefix the path of the exercise in the body, for the keys of `errors`
 * @throws ValidationFailed if a value is not valid
 * @throws ExerciseEnded if an exercise that has ended would continue, because its faults are known, or if its result would
 *   change
 */
export function readExercise(
  input: ExerciseInput,
  options: { before: Exercise | null; now: string; defects: readonly Defect[]; chooseSeed: () => number },
  prefix = '',
): ExerciseChanges & { exercise: Exercise } {
  const { before, now, chooseSeed } = options
  const continued = before !== null && !hasEnded(before, now) ? before.startsAt : now
  const startsAt = readMoment('startsAt', input.startsAt, prefix) ?? continued
  const endsAt = readMoment('endsAt', input.endsAt, prefix) ?? null
  if (endsAt !== null && endsAt <= startsAt) {
    throw new ValidationFailed({ [`${prefix}endsAt`]: 'EndsAt must be later than startsAt' })
  }
  const given = { ...input, endsAt, challenges: null, drill: null }
  const exercise: Exercise = { startsAt, ...withDefaults(EXERCISE_DEFAULTS, given) }
  // Hints reveal faults, as verdicts do.
  if (exercise.feedback === 'after' && exercise.hints !== 'off') {
    throw new ValidationFailed({ [`${prefix}hints`]: 'Hints must be off if feedback is after' })
  }
  exercise.challenges = readChallenges(input.challenges ?? [], prefix)
  const restarts = startsAt !== before?.startsAt
  if (input.drill != null) {
    const { profile, seed } = input.drill
    const kept = restarts ? undefined : before.drill?.seed
    exercise.drill = { profile: profile ?? 'hostile', seed: seed ?? kept ?? chooseSeed() }
  }
  if (!restarts && hasEnded(before, now)) {
    const isChanged = OF_RESULT.some((name) => !isDeepStrictEqual(exercise[name], before[name]))
    if (isChanged || input.defects != null) throw new ExerciseEnded(before.endsAt)
    if (before.finalDefects !== undefined) exercise.finalDefects = before.finalDefects
  }
  const faults = input.faults == null ? undefined : toSettings(input.faults, `${prefix}faults.`)
  const hasNewPlan = restarts || faults !== undefined
  return {
    exercise,
    restarts,
    seed: hasNewPlan ? (input.faults?.seed ?? chooseSeed()) : undefined,
    faults,
    defects: input.defects == null ? undefined : readDefects(options.defects, input.defects, prefix),
  }
}

/**
 * Returns the names of challenges and paths in a request body. All editions know them, so that an exercise can be changed
 * after a change of the edition.
 *
 * @throws ValidationFailed if a name is unknown
 */
function readChallenges(names: readonly string[], prefix: string): string[] {
  const known = [...CHALLENGES, ...PATHS].map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new ValidationFailed({ [`${prefix}challenges`]: `There is no challenge or path '${unknown}'` })
  }
  return [...new Set(names)]
}

/**
 * Returns a time in a request body as a timestamp.
 *
 * @throws ValidationFailed for leap seconds, which the schema accepts (RFC 3339), and for years without four digits
 */
export function readMoment(field: string, given: string | null | undefined, prefix = ''): string | undefined {
  if (given == null) return undefined
  const timestamp = normalizeTimestamp(given)
  if (timestamp === undefined) {
    const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}`
    throw new ValidationFailed({
      [prefix + field]: `${name} must be in the years 0000 to ${LAST_YEAR}, and not in a leap second`,
    })
  }
  return timestamp
}
