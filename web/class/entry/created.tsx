import { useMemo } from 'preact/hooks'
import type { NewClass } from '../../../src/classroom/classes/schemas.js'
import { focusReplacement } from '../../shared/browser/focus.js'
import { texts } from '../../texts/en/class.js'
import { type Access, ClassContext, createClassApi } from '../service/class-api.js'
import { LocalAddress } from './local-address.js'
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
  const api = useMemo(() => createClassApi({ id, token: trainerSecret }), [id, trainerSecret])
  return (
    <section class="card created-class" data-testid="created-class">
      <h2 ref={focusReplacement} tabIndex={-1}>
        {create.created(<bdi>{name}</bdi>)}
      </h2>
      <p>{create.next}</p>
      <ClassContext.Provider value={api}>
        <LocalAddress />
      </ClassContext.Provider>
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
