import { STATUSES } from '../../../../src/contract/schemas/enumerations.js'
import { readForm } from '../../../shared/browser/read-form.js'
import { Field, Select } from '../../../shared/parts/field.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { board as texts } from '../../../texts/en/board.js'
import { useBoard } from '../../service/board-context.js'
import { WriteButton } from '../../shell/write-button.js'
import { columnOf, type Task } from '../task.js'

/** Moves a task without dragging (WCAG 2.2, success criterion 2.5.7). */
export function MoveForm({ task, onMoved }: { task: Task; onMoved(): void }) {
  const { act, refresh } = useBoard()
  const { isPending, failure, run } = useRequest<void>()

  async function submit(event: SubmitEvent): Promise<void> {
    const { data } = readForm(event)
    await run(async () => {
      const targetIndex = Number(data.get('position')) - 1
      await act('POST', `/tasks/${task.id}/reorder`, { targetStatus: data.get('targetStatus'), targetIndex })
      onMoved()
      await refresh()
    })
  }

  return (
    <form onSubmit={submit} class="move-form" data-testid="move-form">
      <h3>{texts.move.heading}</h3>
      <div class="row">
        <Select
          label={texts.move.column}
          name="targetStatus"
          testId="move-status"
          options={STATUSES.map((value) => [value, texts.statuses[value]])}
          defaultValue={columnOf(task)}
          problem={failure?.fields.targetStatus}
        />
        <Field
          label={texts.move.position}
          name="position"
          type="number"
          min={1}
          defaultValue={String((task.sortOrder ?? 0) + 1)}
          testId="move-position"
          problem={failure?.fields.targetIndex}
        />
        <WriteButton type="submit" class="quiet" isPending={isPending} data-testid="move-task">
          {texts.move.submit}
        </WriteButton>
      </div>
      <Failure failure={failure} />
    </form>
  )
}
