import type { NewClass } from '../../src/management/classes/schemas.js'
import { focusReplacement } from '../shared/focus.js'
import { texts } from '../texts/en/class.js'
import type { Access } from './class-api.js'
import { TrainerSecret } from './trainer-secret.js'

const { create } = texts

interface CreatedProps {
  created: NewClass
  onAccess(access: Access): void
  /** The user leaves the class, whose secret is then no longer shown. */
  onAnother(): void
}

/** The created class, with the one next step. */
export function Created({ created, onAccess, onAnother }: CreatedProps) {
  const { id, name, joinCode, trainerSecret } = created
  return (
    <section class="card created-class" data-testid="created-class">
      <h2 ref={focusReplacement} tabIndex={-1}>
        {create.created(<bdi>{name}</bdi>)}
      </h2>
      <p>{create.next}</p>
      <p class="buttons">
        <button type="button" onClick={() => onAccess({ id, token: trainerSecret })} data-testid="open-class">
          {create.open}
        </button>
        <button type="button" class="quiet" onClick={onAnother} data-testid="create-another">
          {create.another}
        </button>
      </p>
      <h3>{create.keep}</h3>
      <TrainerSecret id={id} name={name} joinCode={joinCode} secret={trainerSecret} testId="new-secret" />
    </section>
  )
}
