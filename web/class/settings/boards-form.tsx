import { useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { LearnerFields, readLearners } from '../entry/learner-fields.js'
import { useClass } from '../service/class-api.js'
import { explainNames } from '../service/names-of.js'

const { settings: labels } = texts

/** The number of seats to add, if the trainer does not change it. */
const SEATS = 10

/** The form that adds learners to the class. */
export function BoardsForm({ learners }: { learners: readonly ClassBoard[] }) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  /** How often learners were added. Each time, the fields start again. */
  const [times, setTimes] = useState(0)
  async function submit(event: SubmitEvent): Promise<void> {
    const { form, data } = readForm(event)
    const added = readLearners(data)
    const taken = learners.map(({ name }) => name).filter((name) => name !== null)
    const json = { ...added, ...(data.has('demo') && { fixture: 'demo' }) }
    await run(async () => {
      await explainNames(api.send('POST', '/boards', json), added, taken)
      form.reset()
      setTimes((before) => before + 1)
    })
  }
  return (
    <form onSubmit={submit} data-testid="boards-form">
      <LearnerFields key={times} seats={SEATS} failure={failure} prefix="added" />
      <label class="check">
        <input type="checkbox" name="demo" defaultChecked data-testid="added-demo" />
        {texts.create.demo}
      </label>
      <ActionButton type="submit" class="quiet" isBlocked={isPending} data-testid="add-boards">
        {labels.addBoards}
      </ActionButton>
      <Failure failure={failure} />
    </form>
  )
}
