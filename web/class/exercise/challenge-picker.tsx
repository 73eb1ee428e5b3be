import { useState } from 'preact/hooks'
import type { ChallengeCatalogue } from '../../../src/classroom/challenges/schemas.js'
import { LEVEL_TITLES, LEVELS } from '../../../src/rules/challenges/levels.js'
import { Field } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { useClass } from '../service/class-api.js'
import { ChallengeCheck } from './challenge-check.js'

const { picker: labels } = texts

interface ChallengePickerProps {
  /** The names of the chosen challenges. */
  chosen: readonly string[]
  onToggle(name: string): void
}

/** The list of all challenges by level, which can be searched. It is loaded when the user opens it. */
export function ChallengePicker({ chosen, onToggle }: ChallengePickerProps) {
  const api = useClass()
  const { result, failure, run } = useRequest<ChallengeCatalogue>()
  const [search, setSearch] = useState('')
  const load = () => run(() => api.send('GET', '/challenges'))
  const words = search.toLocaleLowerCase().split(/\s+/)
  const found = (result?.challenges ?? []).filter(({ name, title }) => {
    const text = `${name} ${title}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <details class="challenge-picker" onToggle={({ currentTarget }) => currentTarget.open && load()}>
      <summary data-testid="open-picker">{labels.heading(chosen.length)}</summary>
      <Field
        label={labels.search}
        type="search"
        value={search}
        onInput={(event) => {
          // The search is no part of the exercise.
          event.stopPropagation()
          setSearch(event.currentTarget.value)
        }}
        // It does not submit the exercise.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autocomplete="off"
        testId="challenge-search"
      />
      {LEVELS.map((level) => {
        const ofLevel = found.filter((challenge) => challenge.level === level)
        if (ofLevel.length === 0) return null
        return (
          <fieldset key={level} class="challenge-level">
            <legend>{LEVEL_TITLES[level]}</legend>
            {ofLevel.map(({ name, title }) => (
              <ChallengeCheck
                key={name}
                isChosen={chosen.includes(name)}
                onToggle={() => onToggle(name)}
                data-testid={`pick-${name}`}
              >
                {title}
              </ChallengeCheck>
            ))}
          </fieldset>
        )
      })}
      <p class="hint" role="status" data-testid="challenges-found">
        {result !== undefined && search !== '' && labels.found(found.length)}
      </p>
      <Failure failure={failure} />
    </details>
  )
}
