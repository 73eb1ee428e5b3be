import type { ClassBoard } from '../../src/management/classes/schemas.js'
import { ActionButton } from '../shared/action-button.js'
import { Failure } from '../shared/failure.js'
import { TextArea } from '../shared/field.js'
import { useRequest } from '../shared/use-request.js'
import { texts } from '../texts/en/class.js'
import { useClass } from './class-api.js'
import { explainNames, namesOf } from './names-of.js'

const { settings: labels } = texts

/** The form that adds learners to the class. */
export function BoardsForm({ learners }: { learners: readonly ClassBoard[] }) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    const names = namesOf(data.get('names'))
    const taken = learners.map(({ name }) => name).filter((name) => name !== null)
    const json = { names, ...(data.has('demo') && { fixture: 'demo' }) }
    await run(async () => {
      await explainNames(api.send('POST', '/boards', json), names, taken)
      form.reset()
    })
  }
  return (
    <form onSubmit={submit} data-testid="boards-form">
      <TextArea
        label={texts.create.names}
        hint={texts.create.namesHint}
        name="names"
        testId="added-names"
        problem={failure?.problemOf('names')}
      />
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
