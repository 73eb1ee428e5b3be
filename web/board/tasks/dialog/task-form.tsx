import { useLayoutEffect, useState } from 'preact/hooks'
import { PRIORITIES, STATUSES } from '../../../../src/contract/schemas/enumerations.js'
import { isEdited } from '../../../shared/browser/is-edited.js'
import { readForm } from '../../../shared/browser/read-form.js'
import { Field, Select, TextArea } from '../../../shared/parts/field.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { board as texts } from '../../../texts/en/board.js'
import { useBoard } from '../../service/board-context.js'
import { WriteButton } from '../../shell/write-button.js'
import { type Task, toTask } from '../task.js'
import { type ChecklistDraft, ChecklistField } from './checklist-field.js'
import { LabelsField } from './labels-field.js'
import { isLeftOut, readStored } from './left-out.js'

interface TaskFormProps {
  /** The task to change; `undefined` for a new one. */
  task: Task | undefined
  /** Called with `false` for a form without changes, and with `true` when the user changes a field. */
  onEdit(isEdited: boolean): void
  /** @param saved the task in the response; `undefined` if the response contains none */
  onSaved(saved: Task | undefined): void
}

const { fields } = texts

const priorities = PRIORITIES.map((value) => [value, texts.priorities[value]] as const)

/** The form that creates or replaces a task. */
export function TaskForm({ task, onEdit, onSaved }: TaskFormProps) {
  const { act, contract, refresh } = useBoard()
  const { isPending, failure, run } = useRequest<void>()
  const [labels, setLabels] = useState<string[]>(() => (task?.labels ?? []).map(String))
  const [checklist, setChecklist] = useState<ChecklistDraft[]>(() =>
    (task?.checklistItems ?? []).map(({ text, done }) => ({ text: String(text), done: done === true })),
  )
  // Run before the first input event. An effect after the next paint could miss it.
  useLayoutEffect(() => onEdit(false), [onEdit])
  // The lists also change without an input event, when an entry is removed.
  function changeLabels(next: string[]) {
    setLabels(next)
    onEdit(true)
  }
  function changeChecklist(next: ChecklistDraft[]) {
    setChecklist(next)
    onEdit(true)
  }
  const has = (name: string) => contract.field(name) !== undefined
  const hasNo = (name: 'description' | 'priority') => task !== undefined && isLeftOut(task, name)
  const problems = failure?.fields ?? {}

  async function submit(event: SubmitEvent): Promise<void> {
    const { form, data } = readForm(event)
    const text = (name: string) => (data.get(name) as string | null) ?? ''
    const newLabel = text('newLabel')
    /** Returns the stored value of a field that the user has not edited, or else the entered one. */
    const valueToSend = (name: 'title' | 'description' | 'status' | 'priority' | 'dueDate', entered: string | null) => {
      const stored = task?.[name]
      return typeof stored === 'string' && !isEdited(form, name) ? stored : entered
    }
    const entered = {
      title: valueToSend('title', text('title')),
      description: valueToSend('description', text('description') || null),
      status: valueToSend('status', text('status')),
      priority: valueToSend('priority', text('priority')),
      ...(has('dueDate') && { dueDate: valueToSend('dueDate', text('dueDate') || null) }),
      ...(has('labels') && { labels: newLabel === '' ? labels : [...labels, newLabel] }),
      ...(has('checklistItems') && { checklistItems: checklist }),
    }
    await run(async () => {
      const saved =
        task === undefined
          ? await act('POST', '/tasks', entered)
          : await act('PUT', `/tasks/${task.id}`, { ...entered, ...(await readStored(task, entered)) })
      onEdit(false)
      onSaved(toTask(saved))
      await refresh()
    })
  }

  return (
    <form onSubmit={submit} onInput={() => onEdit(true)} class="task-form" data-testid="task-form" noValidate>
      <Field
        label={fields.title}
        name="title"
        testId="field-title"
        defaultValue={textOf(task?.title)}
        problem={problems.title}
        autocomplete="off"
        autofocus={task === undefined}
      />
      <TextArea
        label={fields.description}
        name="description"
        testId="field-description"
        defaultValue={textOf(task?.description)}
        placeholder={hasNo('description') ? texts.leftOut : undefined}
        hint={hasNo('description') ? texts.leftOutHint : undefined}
        problem={problems.description}
      />
      <div class="row">
        <Select
          label={fields.status}
          name="status"
          testId="field-status"
          options={STATUSES.map((value) => [value, texts.statuses[value]])}
          defaultValue={task?.status ?? 'TODO'}
          problem={problems.status}
        />
        <Select
          label={fields.priority}
          name="priority"
          testId="field-priority"
          options={hasNo('priority') ? [['', texts.leftOut], ...priorities] : priorities}
          defaultValue={hasNo('priority') ? '' : (task?.priority ?? 'MEDIUM')}
          hint={hasNo('priority') ? texts.leftOutHint : undefined}
          problem={problems.priority}
        />
        {has('dueDate') && (
          <Field
            label={fields.dueDate}
            name="dueDate"
            type="date"
            testId="field-due-date"
            defaultValue={textOf(task?.dueDate)}
            problem={problems.dueDate}
          />
        )}
      </div>
      {has('labels') && <LabelsField labels={labels} onChange={changeLabels} problem={problemOf(problems, 'labels')} />}
      {has('checklistItems') && (
        <ChecklistField items={checklist} onChange={changeChecklist} problem={problemOf(problems, 'checklistItems')} />
      )}
      <Failure failure={failure} />
      <WriteButton type="submit" isPending={isPending} data-testid="save-task">
        {task === undefined ? texts.createTask : texts.saveTask}
      </WriteButton>
    </form>
  )
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** Returns the messages about a list and its items, such as `labels[2]`. */
function problemOf(problems: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.entries(problems).filter(([field]) => field === name || field.startsWith(`${name}[`))
  return found.map(([field, message]) => (field === name ? message : `${field}: ${message}`)).join('\n') || undefined
}
