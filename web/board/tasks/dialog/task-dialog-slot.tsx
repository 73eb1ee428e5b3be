import { useEffect } from 'preact/hooks'
import type { RequestFailed } from '../../../shared/service/api.js'
import { board as texts } from '../../../texts/en/board.js'
import { useLazyPart } from '../../shell/lazy-part.js'
import type { TaskDialogProps } from './task-dialog.js'

const load = async () => (await import('../../rare-parts.js')).TaskDialog

interface TaskDialogSlotProps extends TaskDialogProps {
  /** Called if the dialog cannot be loaded. */
  onFailure(failure: RequestFailed): void
}

/** The dialog of a task, which is loaded when it is opened first. */
export function TaskDialogSlot({ onFailure, ...props }: TaskDialogSlotProps) {
  const { Part, failure } = useLazyPart<TaskDialogProps>(true, load, texts.dialogFailed)
  useEffect(() => {
    if (failure !== undefined) onFailure(failure)
  }, [failure])
  return Part ? <Part {...props} /> : null
}
