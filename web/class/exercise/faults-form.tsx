import { useState } from 'preact/hooks'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Field, Select } from '../../shared/parts/field.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { texts } from '../../texts/en/class.js'
import { useClass } from '../service/class-api.js'

const { settings: labels } = texts

/** The fault settings of the boards. A class without boards has none. */
export interface ActiveFaults {
  profile?: string
  /** The faults of each request. They replace those of the profile. */
  script?: string[][] | null
  /** The seed of all boards; `undefined` if each has its own. */
  seed?: number | undefined
}

/** The descriptions of the fault profiles, by name. Backticks enclose code. */
export type Profiles = Readonly<Record<string, string>>

interface FaultsFormProps {
  active: ActiveFaults
  profiles: Profiles
  onSaved(): Promise<void>
}

/** The form that configures the faults of all boards. */
export function FaultsForm({ active, profiles, onSaved }: FaultsFormProps) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  /** What the trainer has changed. */
  const [draft, setDraft] = useState<{ profile?: string; seed?: string }>({})
  // A script hides the profile.
  const { script, ...settings } = active
  const shown = { profile: script ? '' : (active.profile ?? ''), seed: String(active.seed ?? ''), ...draft }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const seed = shown.seed === '' ? undefined : Number(shown.seed)
    // Rates, delays and scripts can be configured only through the API. Keep them until the trainer chooses a profile.
    const json = draft.profile ? { profile: draft.profile, seed } : { ...settings, script, seed }
    run(async () => {
      await api.send('PUT', '/faults', json)
      await onSaved()
      setDraft({})
    })
  }
  return (
    <form onSubmit={submit} data-edited={Object.keys(draft).length > 0} data-testid="faults-form">
      <div class="row">
        <Select
          label={labels.profile}
          testId="fault-profile"
          options={[
            ...(script ? [['', labels.script] as const] : []),
            ...Object.keys(profiles).map((name) => [name, name] as const),
          ]}
          defaultValue={shown.profile}
          hint={profiles[shown.profile] && <WithCode text={profiles[shown.profile] ?? ''} />}
          onChange={({ currentTarget }) => setDraft({ ...draft, profile: currentTarget.value })}
          problem={failure?.fields.profile}
        />
        <Field
          label={labels.seed}
          hint={labels.seedHint}
          type="number"
          min={0}
          value={shown.seed}
          onInput={({ currentTarget }) => setDraft({ ...draft, seed: currentTarget.value })}
          testId="fault-seed"
          problem={failure?.fields.seed}
        />
      </div>
      <ActionButton type="submit" class="quiet" isBlocked={isPending} data-testid="save-faults">
        {labels.save}
      </ActionButton>
      <Failure failure={failure} />
    </form>
  )
}
