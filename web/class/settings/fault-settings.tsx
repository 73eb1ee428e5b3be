import { useCallback, useEffect, useState } from 'preact/hooks'
import { send } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/class.js'
import { type ActiveFaults, FaultsForm, type Profiles } from '../exercise/faults-form.js'
import { useClass } from '../service/class-api.js'
import type { ClassFacts } from '../service/use-class-events.js'

interface FaultSettingsProps {
  facts: ClassFacts
  profiles: Profiles
}

/** The active fault settings, which the trainer can change. */
export function FaultSettings({ facts, profiles }: FaultSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  const { active, failure, reload } = useActiveFaults(facts.boards)
  // An exercise, another trainer or a script may have changed them.
  useEffect(() => {
    if (isOpen) reload()
  }, [isOpen, facts])
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} data-testid="fault-settings">
      <summary>{texts.settings.faults}</summary>
      {active && <FaultsForm active={active} profiles={profiles} onSaved={reload} />}
      <Failure failure={failure} />
    </details>
  )
}

/** What the service returns: settings, and a position in the fault plan. */
interface BoardFaults extends ActiveFaults {
  plan: number
  ordinal: number
}

/** All boards of a class have the same fault settings. Their seeds are the same only if the trainer has chosen one. */
function useActiveFaults(boards: readonly string[]) {
  const { token } = useClass()
  const { result, failure, run } = useRequest<ActiveFaults>()
  const reload = useCallback(
    () =>
      run(async () => {
        const load = (board: string) => send<BoardFaults>('GET', `/boards/${board}/faults`, { token })
        const [first, second] = await Promise.all(boards.slice(0, 2).map(load))
        if (first === undefined) return {}
        const { plan, ordinal, ...settings } = first
        return second === undefined || second.seed === settings.seed ? settings : { ...settings, seed: undefined }
      }),
    [boards, run, token],
  )
  return { active: result, failure, reload }
}
