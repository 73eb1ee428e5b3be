import { PATHS } from '../../src/challenges/paths.js'
import { Field, Select } from '../shared/field.js'
import { texts } from '../texts/en/class.js'

const { exercise: labels } = texts

const PATH_NAMES = PATHS.map(({ name }) => name)

const isPath = (name: string) => PATH_NAMES.includes(name)

/** The parts of the challenges of an exercise: names of paths, and a text with the names of single challenges. */
export function splitChallenges(challenges: readonly string[]): { paths: string[]; others: string } {
  return { paths: challenges.filter(isPath), others: challenges.filter((name) => !isPath(name)).join(', ') }
}

/** Joins the parts to the challenges of an exercise. */
export function joinChallenges(paths: readonly string[], others: string): string[] {
  return [...paths, ...others.split(/[\s,]+/).filter((name) => name !== '')]
}

interface ChallengeFieldsProps {
  paths: readonly string[]
  /** The initial text with the names of single challenges. */
  others: string
  challengeHints: string
  solutions: string
  onPaths(paths: string[]): void
  onChoose(event: { currentTarget: HTMLSelectElement }): void
  problem: string | undefined
}

/** The fields for the challenges of an exercise. */
export function ChallengeFields(props: ChallengeFieldsProps) {
  const { paths, others, challengeHints, solutions, onPaths, onChoose, problem } = props
  const toggle = (name: string) =>
    onPaths(PATH_NAMES.filter((other) => (other === name ? !paths.includes(name) : paths.includes(other))))
  return (
    <fieldset class="challenge-fields">
      <legend>{labels.challenges}</legend>
      <p class="hint">{labels.challengesHint}</p>
      <div class="paths">
        {PATHS.map(({ name, title, challenges }) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              name="paths"
              checked={paths.includes(name)}
              onChange={() => toggle(name)}
              data-testid={`path-${name}`}
            />
            <span>
              {title} <span class="hint">({challenges.length})</span>
            </span>
          </label>
        ))}
      </div>
      <div class="row">
        <Field
          label={labels.others}
          hint={labels.othersHint}
          name="others"
          defaultValue={others}
          autocomplete="off"
          testId="exercise-form-others"
          problem={problem}
        />
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
