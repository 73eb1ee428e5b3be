import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isFocusLost } from '../../../shared/browser/focus.js'
import { useLeaveQuestion } from '../../../shared/browser/use-leave-question.js'
import { useModal } from '../../../shared/browser/use-modal.js'
import { RequestFailed } from '../../../shared/service/api.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { formatTime } from '../../../shared/text/format.js'
import { board as texts } from '../../../texts/en/board.js'
import { useBoard } from '../../service/board-context.js'
import { load } from '../../service/load.js'
import { DeleteButton } from '../../shell/write-button.js'
import { type Task, toTask } from '../task.js'
import { Attachments } from './attachments.js'
import { Comments } from './comments.js'
import { isOutdated } from './is-outdated.js'
import { MoveForm } from './move-form.js'
import { TaskForm } from './task-form.js'

export interface TaskDialogProps {
  /** The id of the task; `undefined` for a new one. */
  id: number | undefined
  /** Changes when tasks of the board have changed. */
  changes: number
  /** The dialog puts the function here that asks whether it may be closed, which discards changes. */
  guard: RefObject<() => boolean>
  onClose(): void
  /** The user has created a task. */
  onCreated(task: Task): void
}

/** A task with its comments and attachments, or the form for a new task. */
export function TaskDialog({ id, changes, guard, onClose, onCreated }: TaskDialogProps) {
  const { isFrozen } = useBoard()
  const dialog = useModal()
  const isEdited = useRef(false)
  const markEdited = useCallback((edited: boolean) => {
    isEdited.current = edited
  }, [])
  const mayReload = () => !isEdited.current || window.confirm(texts.discard)
  const hasChanges = () => isEdited.current || hasDraft(dialog.current)
  const mayClose = () => !hasChanges() || window.confirm(texts.discard)
  useLayoutEffect(() => {
    guard.current = mayClose
    return () => {
      guard.current = () => true
    }
  }, [])
  useLeaveQuestion(hasChanges)
  const close = () => dialog.current?.close()
  const closeUnlessEdited = () => mayClose() && close()
  // The event also bubbles up from the file chooser of the attachments.
  const cancel = (event: Event) => event.target !== dialog.current || mayClose() || event.preventDefault()

  return (
    <dialog
      ref={dialog}
      class="task-dialog"
      onCancel={cancel}
      // The event comes later. The dialog can have been removed, and another one opened.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      aria-labelledby="dialog-title"
      data-testid="task-dialog"
    >
      <div class="dialog-head">
        <h2 id="dialog-title" tabIndex={-1}>
          {id === undefined ? texts.newTask : texts.task(id)}
        </h2>
        <button type="button" class="quiet" onClick={closeUnlessEdited} data-testid="close-dialog">
          {texts.close}
        </button>
      </div>
      {isFrozen && <p class="notice">{texts.frozen}</p>}
      {id === undefined ? (
        <TaskForm
          task={undefined}
          onEdit={markEdited}
          onSaved={(created) => {
            close()
            if (created !== undefined) onCreated(created)
          }}
        />
      ) : (
        <ExistingTask
          id={id}
          changes={changes}
          mayReload={mayReload}
          onEdit={markEdited}
          onChanged={closeUnlessEdited}
          onDeleted={close}
        />
      )}
    </dialog>
  )
}

/** Whether a comment has a text that is not saved. */
function hasDraft(dialog: HTMLDialogElement | null): boolean {
  const fields = dialog?.querySelectorAll<HTMLTextAreaElement>('.comments textarea') ?? []
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}

interface ExistingTaskProps {
  id: number
  changes: number
  /** Returns whether the task may be loaded again, which discards changes. */
  mayReload(): boolean
  onEdit(isEdited: boolean): void
  /** The user has saved or moved the task. */
  onChanged(): void
  onDeleted(): void
}

function ExistingTask({ id, changes, mayReload, onEdit, onChanged, onDeleted }: ExistingTaskProps) {
  const { act, contract, refresh } = useBoard()
  const { result, failure, run } = useRequest<{ task: Task; opening: number }>()
  const deletion = useRequest<void>()
  const openings = useRef(0)
  const latest = useLatest(id, changes, deletion.isPending)
  const open = useCallback(
    () =>
      run(async () => {
        const opened = toTask(await act('GET', `/tasks/${id}`))
        if (opened === undefined) throw new RequestFailed(texts.noTask)
        return { task: opened, opening: ++openings.current }
      }),
    [act, id, run],
  )
  // The element with the focus can disappear: the button that loads the task again, or a form that is replaced.
  useLayoutEffect(() => {
    if (result !== undefined && isFocusLost()) document.getElementById('dialog-title')?.focus()
  }, [result])
  // Load only when another task is opened, not when the variant changes.
  useEffect(() => void open(), [id])

  async function remove(): Promise<void> {
    await deletion.run(async () => {
      await act('DELETE', `/tasks/${id}`)
      onDeleted()
      await refresh()
    })
  }

  if (result === undefined) {
    if (failure?.status === 404) {
      return (
        <p class="notice" role="alert" data-testid="task-missing">
          {texts.missing}
        </p>
      )
    }
    return (
      <>
        <Failure failure={failure} />
        {failure ? (
          <button type="button" onClick={open} data-testid="try-again">
            {texts.tryAgain}
          </button>
        ) : (
          <p aria-busy="true">{texts.loading}</p>
        )}
      </>
    )
  }
  const { task, opening } = result
  const details = latest.task ?? task
  return (
    <>
      {latest.isGone && (
        <p class="notice" role="status" data-testid="task-gone">
          {texts.gone}
        </p>
      )}
      {latest.task !== undefined && isOutdated(task, latest.task) && (
        <p class="notice" role="status" data-testid="task-outdated">
          {texts.outdated}{' '}
          <button type="button" class="quiet" onClick={() => mayReload() && open()}>
            {texts.reloadTask}
          </button>
        </p>
      )}
      <TaskForm key={opening} task={task} onEdit={onEdit} onSaved={onChanged} />
      <Failure failure={deletion.failure} />
      {contract.has('reorderTask') && <MoveForm task={details} onMoved={onChanged} />}
      {contract.has('createComment') && <Comments task={details} onChange={latest.reload} />}
      {contract.has('uploadAttachments') && <Attachments task={details} onChange={latest.reload} />}
      <div class="dialog-foot">
        <p class="hint">{texts.times(formatTime(task.createdAt), formatTime(task.updatedAt))}</p>
        <DeleteButton label={texts.deleteTask} isPending={deletion.isPending} onConfirm={remove} testId="delete-task" />
      </div>
    </>
  )
}

/** Loads the task through v1 whenever the board changes, unless the user deletes it. */
function useLatest(id: number, changes: number, isDeleting: boolean) {
  const [task, setTask] = useState<Task>()
  const [isGone, setGone] = useState(false)
  const reload = useCallback(async () => {
    try {
      setTask(toTask(await load(`/tasks/${id}`)))
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      // Ignore other failures: the next change loads the task again.
      setGone(error.status === 404)
    }
  }, [id])
  // At first, the request of the user loads the task.
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && !isDeleting) reload()
    isFirst.current = false
  }, [changes, reload])
  return { task, isGone, reload }
}
