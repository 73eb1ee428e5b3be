import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Copyable } from '../../shared/parts/copyable.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { useClass } from '../service/class-api.js'
import { attendanceOf } from '../service/seats.js'
import type { ClassFacts } from '../service/use-class-events.js'

const { joining: labels } = texts

interface JoiningProps {
  facts: ClassFacts
  learners: readonly ClassBoard[]
}

/** Who can join the class: the joining code, the free seats, and whether joining is closed. */
export function Joining({ facts: { joinCode, joinable }, learners }: JoiningProps) {
  const api = useClass()
  const { isPending, failure, run } = useRequest<void>()
  const change = () => run(async () => void (await api.send('PATCH', '', { joinable: !joinable })))
  const { joined, all, free } = attendanceOf(learners)
  return (
    <div class="joining">
      <div class="joining-head">
        <dl>
          <Copyable label={texts.joinCode} value={joinCode} testId="join-code" />
        </dl>
        <p class="buttons">
          <button type="button" class="quiet" onClick={openAddLearners} data-testid="open-add-learners">
            {labels.add}
          </button>
          <ActionButton type="button" class="quiet" isBlocked={isPending} onClick={change} data-testid="toggle-joining">
            {joinable ? labels.close : labels.reopen}
          </ActionButton>
        </p>
      </div>
      <p role="status" data-testid="joining">
        {joinable ? (free > 0 ? labels.seats(free) : labels.full(all - joined)) : labels.closed}
      </p>
      <Failure failure={failure} />
    </div>
  )
}

/** Opens the form that adds learners. */
function openAddLearners() {
  const details = document.getElementById('add-learners') as HTMLDetailsElement
  details.open = true
  details.querySelector('input')?.focus()
}
