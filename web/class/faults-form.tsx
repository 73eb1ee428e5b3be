import { Failure } from '../shared/failure.js'
import { Field, Select } from '../shared/field.js'
import { useRequest } from '../shared/use-request.js'
import { texts } from '../texts/en/class.js'
import { useClass } from './class-api.js'

const { settings: labels } = texts

/** The form that configures the faults of all boards. */
export function FaultsForm({ profiles }: { profiles: readonly string[] }) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const seed = data.get('seed') as string
    const json = { profile: data.get('profile'), ...(seed !== '' && { seed: Number(seed) }) }
    run(async () => void (await api.send('PUT', '/faults', json)))
  }
  return (
    <form onSubmit={submit} data-testid="faults-form">
      <div class="row">
        <Select
          label={labels.profile}
          name="profile"
          testId="fault-profile"
          options={profiles.map((name) => [name, name])}
          problem={failure?.fields.profile}
        />
        <Field
          label={labels.seed}
          hint={labels.seedHint}
          name="seed"
          type="number"
          min={0}
          testId="fault-seed"
          problem={failure?.fields.seed}
        />
      </div>
      <button type="submit" class="quiet" disabled={isPending} data-testid="save-faults">
        {labels.save}
      </button>
      <Failure failure={failure} />
    </form>
  )
}
