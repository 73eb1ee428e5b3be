import { useEffect } from 'preact/hooks'
import type { ClassPage } from '../../../src/classroom/classes/schemas.js'
import { useModal } from '../../shared/browser/use-modal.js'
import { explain401, send } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import type { Access } from '../service/class-api.js'

const { otherClass: labels } = texts

interface OtherClassProps {
  /** What the trainer link signs in to. */
  linked: Access
  onOpen(): void
  onStay(): void
}

/** Asks whether a trainer link may replace the class to which the trainer is signed in. */
export function OtherClass({ linked: { id, token }, onOpen, onStay }: OtherClassProps) {
  const dialog = useModal()
  const { result, failure, run } = useRequest<string>()
  useEffect(() => {
    run(async () => {
      const page = await explain401(send<ClassPage>('GET', '/classes?size=100', { token }), labels.invalid)
      return page.content.find((found) => found.id === id)?.name ?? ''
    })
  }, [id, token, run])
  return (
    <dialog
      ref={dialog}
      onClose={({ currentTarget }) => currentTarget.isConnected && onStay()}
      aria-labelledby="other-class"
      data-testid="other-class"
    >
      <h2 id="other-class">{labels.heading}</h2>
      <p>{labels.question(<bdi>{result ? `“${result}”` : labels.another}</bdi>)}</p>
      <Failure failure={failure} />
      <p class="buttons">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()} data-testid="stay-in-class">
          {labels.stay}
        </button>
        {failure === undefined && (
          <button type="button" onClick={onOpen} data-testid="open-other-class">
            {labels.open}
          </button>
        )}
      </p>
    </dialog>
  )
}
