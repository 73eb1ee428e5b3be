import { useEffect, useRef, useState } from 'preact/hooks'
import { Field, TextArea } from '../../shared/parts/field.js'
import type { RequestFailed } from '../../shared/service/api.js'
import { texts } from '../../texts/en/class.js'
import { namesOf } from '../service/names-of.js'

const { learnerFields: labels } = texts

/** Whether learners choose their names when they join, or the trainer has a list. */
const KINDS = ['seats', 'names'] as const
type Kind = (typeof KINDS)[number]

interface LearnerFieldsProps {
  /** The number of seats that the form offers. */
  seats: number
  failure: RequestFailed | undefined
  /** What the test ids of the fields begin with. */
  prefix: 'learner' | 'added'
}

/** The fields for new learners: a number of seats, or a list of names. */
export function LearnerFields({ seats, failure, prefix }: LearnerFieldsProps) {
  const [kind, setKind] = useState<Kind>('seats')
  const [count, setCount] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const isChosen = useRef(false)
  useEffect(() => {
    // The list is what the user fills in next.
    if (isChosen.current && kind === 'names') list.current?.querySelector('textarea')?.focus()
  }, [kind])
  return (
    <fieldset class="learner-fields">
      <legend>{labels.legend}</legend>
      {KINDS.map((each) => (
        <label key={each} class="check">
          <input
            type="radio"
            name="kind"
            value={each}
            checked={kind === each}
            onChange={() => {
              isChosen.current = true
              setKind(each)
            }}
            data-testid={`${prefix}-by-${each}`}
          />
          {labels.kinds[each]}
        </label>
      ))}
      {kind === 'seats' ? (
        <Field
          label={labels.seats}
          hint={labels.seatsHint}
          name="count"
          type="number"
          min={1}
          max={1000}
          required
          defaultValue={seats}
          testId={`${prefix}-seats`}
          problem={failure?.fields.count}
        />
      ) : (
        <div ref={list}>
          <TextArea
            label={labels.names}
            hint={labels.namesHint}
            name="names"
            rows={5}
            onInput={({ currentTarget }) => setCount(namesOf(currentTarget.value).length)}
            testId={`${prefix}-names`}
            problem={failure?.problemOf('names')}
          />
          <p class="hint" role="status" data-testid={`${prefix}-count`}>
            {count > 0 && labels.namesCount(count)}
          </p>
        </div>
      )}
    </fieldset>
  )
}

/** The new learners in a form, as in a request. */
export function readLearners(data: FormData): { names: string[] } | { count: number } {
  return data.get('kind') === 'names' ? { names: namesOf(data.get('names')) } : { count: Number(data.get('count')) }
}
