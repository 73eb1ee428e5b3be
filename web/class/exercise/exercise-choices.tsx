import { Select } from '../../shared/parts/field.js'
import { WithCode } from '../../shared/text/with-code.js'
import { texts } from '../../texts/en/class.js'
import type { Profiles } from './faults-form.js'

const { exercise: labels } = texts

const HINT_OPTIONS = Object.entries(labels.hintSettings)
const DRILL_OPTIONS = [['', labels.noDrill], ...Object.entries(labels.drills)] as const

/** The settings of an exercise that have a few options. */
export interface Choices {
  feedback: string
  hints: string
  challengeHints: string
  solutions: string
  /** The profile of the faults; empty if they stay as they are. */
  profile: string
  /** The profile of the drill; empty if there is none. */
  drill: string
}

/** Whether learners can take hints. They reveal faults, as verdicts do. */
export function hasHints({ feedback }: Choices): boolean {
  return feedback === 'immediate'
}

interface ExerciseChoicesProps {
  choices: Choices
  profiles: Profiles
  /** The messages of the service about the fields. */
  problems: Readonly<Record<string, string>>
  onChoose(event: { currentTarget: HTMLSelectElement }): void
}

/** The fields for verdicts, hints, faults and the drill, with a line about each chosen option. */
export function ExerciseChoices({ choices, profiles, problems, onChoose }: ExerciseChoicesProps) {
  const isOffered = hasHints(choices)
  return (
    <>
      <Select
        label={labels.feedback}
        name="feedback"
        testId="exercise-form-feedback"
        options={[
          ['immediate', labels.immediate],
          ['after', labels.after],
        ]}
        value={choices.feedback}
        onChange={onChoose}
        hint={labels.feedbackHints[choices.feedback as keyof typeof labels.feedbackHints]}
        problem={problems.feedback}
      />
      <Select
        label={labels.hints}
        name="hints"
        testId="exercise-form-hints"
        options={HINT_OPTIONS}
        value={isOffered ? choices.hints : 'off'}
        onChange={onChoose}
        disabled={!isOffered}
        hint={isOffered ? labels.hintHints[choices.hints as keyof typeof labels.hintHints] : labels.noHints}
        problem={problems.hints}
      />
      <Select
        label={labels.profile}
        name="profile"
        testId="exercise-form-profile"
        options={[['', labels.keep], ...Object.keys(profiles).map((name) => [name, name] as const)]}
        value={choices.profile}
        onChange={onChoose}
        hint={<WithCode text={profiles[choices.profile] ?? labels.keepHint} />}
        problem={problems['faults.profile']}
      />
      <Select
        label={labels.drill}
        name="drill"
        testId="exercise-form-drill"
        options={DRILL_OPTIONS}
        value={choices.drill}
        onChange={onChoose}
        hint={choices.drill === '' ? labels.noDrillHint : labels.drillHint}
        problem={problems['drill.profile']}
      />
    </>
  )
}
