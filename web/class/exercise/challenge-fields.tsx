import { PATHS } from '../../../src/rules/challenges/paths.js'
import { Select } from '../../shared/parts/field.js'
import { texts } from '../../texts/en/class.js'
import { ChallengeCheck } from './challenge-check.js'
import { ChallengePicker } from './challenge-picker.js'

const { exercise: labels } = texts

const PATH_NAMES = PATHS.map(({ name }) => name)

const isPath = (name: string) => PATH_NAMES.includes(name)

/** Returns the names with another name added or removed: paths in their order, and then challenges as they were chosen. */
function toggle(challenges: readonly string[], name: string): string[] {
  const next = challenges.includes(name) ? challenges.filter((other) => other !== name) : [...challenges, name]
  return [...PATH_NAMES.filter((path) => next.includes(path)), ...next.filter((other) => !isPath(other))]
}

interface ChallengeFieldsProps {
  /** The names of the chosen paths and challenges. */
  challenges: readonly string[]
  challengeHints: string
  solutions: string
  onChallenges(challenges: string[]): void
  onChoose(event: { currentTarget: HTMLSelectElement }): void
  problem: string | undefined
}

/** The fields for the challenges of an exercise. */
export function ChallengeFields(props: ChallengeFieldsProps) {
  const { challenges: chosen, challengeHints, solutions, onChallenges, onChoose, problem } = props
  const onToggle = (name: string) => onChallenges(toggle(chosen, name))
  return (
    <fieldset class="challenge-fields">
      <legend>{labels.challenges}</legend>
      <p class="hint">{labels.challengesHint}</p>
      <div class="paths">
        {PATHS.map(({ name, title, challenges }) => (
          <ChallengeCheck
            key={name}
            isChosen={chosen.includes(name)}
            onToggle={() => onToggle(name)}
            data-testid={`path-${name}`}
          >
            <span>
              {title} <span class="hint">({challenges.length})</span>
            </span>
          </ChallengeCheck>
        ))}
      </div>
      <ChallengePicker chosen={chosen.filter((name) => !isPath(name))} onToggle={onToggle} />
      {problem && <p class="problem">{problem}</p>}
      <div class="row">
        <Select
          label={labels.challengeHints}
          name="challengeHints"
          testId="exercise-form-challenge-hints"
          options={Object.entries(labels.challengeHintSettings)}
          value={challengeHints}
          onChange={onChoose}
        />
        <Select
          label={labels.solutions}
          name="solutions"
          testId="exercise-form-solutions"
          options={Object.entries(labels.solutionSettings)}
          value={solutions}
          onChange={onChoose}
        />
      </div>
    </fieldset>
  )
}
