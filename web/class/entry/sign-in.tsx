import { useState } from 'preact/hooks'
import type { ClassPage, NewClass } from '../../../src/classroom/classes/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Field } from '../../shared/parts/field.js'
import { explain401, RequestFailed, send } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import type { Access } from '../service/class-api.js'
import { explainNames } from '../service/names-of.js'
import { LearnerFields, readLearners } from './learner-fields.js'

const { signIn, create } = texts

/** The number of seats of a new class, if the trainer does not change it. */
const SEATS = 30

interface SignInProps {
  onAccess(access: Access): void
  onCreated(created: NewClass): void
}

/** The forms that open a class with the trainer secret, or create one. */
export function SignIn({ onAccess, onCreated }: SignInProps) {
  const [used, setUsed] = useState<'secret' | 'create'>()
  return (
    <div class="forms">
      <SecretForm onAccess={onAccess} isLast={used === 'secret'} onUse={() => setUsed('secret')} />
      <CreateForm onCreated={onCreated} isLast={used === 'create'} onUse={() => setUsed('create')} />
    </div>
  )
}

interface FormProps {
  /** Whether the user has used this form last. Otherwise, the message about its failure is out of date. */
  isLast: boolean
  onUse(): void
}

function SecretForm({ onAccess, isLast, onUse }: FormProps & { onAccess(access: Access): void }) {
  const { isPending, result, failure, run } = useRequest<ClassPage['content'] | undefined>()

  async function submit(event: SubmitEvent): Promise<void> {
    const token = readForm(event).data.get('secret') as string
    onUse()
    await run(async () => {
      const { content } = await explain401(send<ClassPage>('GET', '/classes?size=100', { token }), signIn.none)
      const [first, ...others] = content
      // Without a class, only the administrator token is valid.
      if (first === undefined) throw new RequestFailed(signIn.noClasses)
      if (others.length === 0) onAccess({ id: first.id, token })
      return content
    })
  }

  return (
    <section class="card" aria-labelledby="sign-in">
      <h2 id="sign-in">{signIn.heading}</h2>
      <p>{signIn.lead}</p>
      <form onSubmit={submit} data-testid="sign-in-form">
        <Field
          label={signIn.secret}
          name="secret"
          type="password"
          autocomplete="off"
          required
          testId="trainer-secret"
        />
        <ActionButton type="submit" isBlocked={isPending} data-testid="sign-in">
          {signIn.submit}
        </ActionButton>
        {result && result.length > 1 && <Choice classes={result} onAccess={onAccess} />}
      </form>
      <Failure failure={isLast ? failure : undefined} />
    </section>
  )
}

/** The list of all classes, for the administrator. */
function Choice({ classes, onAccess }: { classes: ClassPage['content']; onAccess(access: Access): void }) {
  return (
    <ul class="choice" data-testid="class-choice">
      {classes.map(({ id, name, boards }) => (
        <li key={id}>
          <button
            type="button"
            class="quiet"
            onClick={({ currentTarget }) => {
              const token = new FormData(currentTarget.form as HTMLFormElement).get('secret') as string
              onAccess({ id, token })
            }}
          >
            <bdi>{name}</bdi> {signIn.boards(boards)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function CreateForm({ onCreated, isLast, onUse }: FormProps & { onCreated(created: NewClass): void }) {
  const { isPending, failure, run } = useRequest<void>()

  function submit(event: SubmitEvent) {
    const { data } = readForm(event)
    onUse()
    const learners = readLearners(data)
    const token = (data.get('token') as string) || undefined
    const json = { name: data.get('name'), ...learners, ...(data.has('demo') && { fixture: 'demo' }) }
    run(async () => onCreated(await explainNames(send<NewClass>('POST', '/classes', { json, token }), learners)))
  }

  return (
    <section class="card" aria-labelledby="create-class">
      <h2 id="create-class">{create.heading}</h2>
      <form onSubmit={submit} data-testid="create-class-form">
        <Field label={create.name} name="name" testId="class-name" autocomplete="off" problem={failure?.fields.name} />
        <LearnerFields seats={SEATS} failure={failure} prefix="learner" />
        <label class="check">
          <input type="checkbox" name="demo" defaultChecked data-testid="class-demo" />
          {create.demo}
        </label>
        <details>
          <summary>{create.admin}</summary>
          <Field label={create.token} name="token" type="password" autocomplete="off" testId="class-admin-token" />
        </details>
        <ActionButton type="submit" isBlocked={isPending} data-testid="create-class">
          {create.submit}
        </ActionButton>
      </form>
      <Failure failure={isLast ? failure : undefined} />
    </section>
  )
}
