import { useReplacedFocus } from '../../shared/browser/focus.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Field } from '../../shared/parts/field.js'
import { explain401 } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { board } from '../../texts/en/board.js'
import type { Training } from '../service/use-training.js'

const { panel } = board

/** Shows the faults to the owner of the board. */
export function OwnerForm({ training: { ownerToken, signIn } }: { training: Training }) {
  const { isPending, failure, run } = useRequest<void>()
  const isOwner = ownerToken !== undefined
  useReplacedFocus(isOwner, isOwner ? 'is-owner' : 'owner')
  function submit(event: SubmitEvent) {
    const token = readForm(event).data.get('token') as string
    run(() => explain401(signIn(token), panel.notOwner))
  }
  if (isOwner) {
    return (
      <p class="hint" id="is-owner" tabIndex={-1} data-testid="is-owner">
        {panel.isOwner}{' '}
        <button type="button" class="quiet" onClick={() => run(() => signIn(undefined))} data-testid="owner-sign-out">
          {panel.signOut}
        </button>
      </p>
    )
  }
  return (
    <details>
      <summary id="owner" data-testid="owner">
        {panel.owner}
      </summary>
      <form onSubmit={submit} data-testid="owner-form">
        <Field
          label={panel.ownerToken}
          name="token"
          type="password"
          autocomplete="off"
          required
          testId="owner-form-token"
        />
        <ActionButton type="submit" class="quiet" isBlocked={isPending} data-testid="owner-sign-in">
          {panel.showFaults}
        </ActionButton>
        <Failure failure={failure} />
      </form>
    </details>
  )
}
