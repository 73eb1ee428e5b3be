import { useRef, useState } from 'preact/hooks'
import { useListFocus } from '../../../shared/browser/focus.js'
import { isEdited } from '../../../shared/browser/is-edited.js'
import { readForm } from '../../../shared/browser/read-form.js'
import { TextArea } from '../../../shared/parts/field.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { formatTime } from '../../../shared/text/format.js'
import { board as texts } from '../../../texts/en/board.js'
import { common } from '../../../texts/en/common.js'
import { useBoard } from '../../service/board-context.js'
import { DeleteButton, WriteButton } from '../../shell/write-button.js'
import type { Task } from '../task.js'

interface CommentsProps {
  task: Task
  onChange(): Promise<void>
}

/** The comments on a task. */
export function Comments({ task, onChange }: CommentsProps) {
  const { act } = useBoard()
  const { isPending, failure, run } = useRequest<void>()
  const [edited, setEdited] = useState<number>()
  /** What has happened to the comments, for screen readers. */
  const [news, setNews] = useState('')
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListFocus(list, () => section.current?.querySelector<HTMLElement>('[data-testid=new-comment]'))
  const path = `/tasks/${task.id}/comments`

  function save(method: string, target: string) {
    return async (event: SubmitEvent) => {
      const { form, data } = readForm(event)
      if (method === 'PUT' && !isEdited(form, 'text')) return setEdited(undefined)
      const json = { text: data.get('text') }
      await run(async () => {
        await act(method, target, json)
        form.reset()
        setEdited(undefined)
        setNews(method === 'POST' ? texts.comments.added : texts.comments.saved)
        await onChange()
      })
    }
  }

  const remove = (id: number) =>
    run(async () => {
      await act('DELETE', `${path}/${id}`)
      setNews(texts.comments.deleted)
      await onChange()
    })

  return (
    <section ref={section} aria-labelledby="comments" class="comments">
      <h3 id="comments">{texts.comments.heading}</h3>
      <ul ref={list}>
        {(task.comments ?? []).map(({ id, text, createdAt }) => (
          <li key={id} data-testid="comment">
            {edited === id ? (
              <form onSubmit={save('PUT', `${path}/${id}`)} ref={focusText}>
                <TextArea label={texts.comments.edit} name="text" testId="edited-comment" defaultValue={String(text)} />
                <WriteButton type="submit" class="quiet" isPending={isPending} data-testid="save-comment">
                  {texts.comments.save}
                </WriteButton>
                <button type="button" class="quiet" onClick={() => setEdited(undefined)}>
                  {common.cancel}
                </button>
              </form>
            ) : (
              <>
                <p class="text" dir="auto">
                  {String(text)}
                </p>
                <p class="hint">
                  {formatTime(createdAt)}
                  <WriteButton
                    type="button"
                    class="quiet"
                    aria-label={texts.comments.editThis(String(text))}
                    onClick={() => setEdited(id)}
                    data-testid="edit-comment"
                  >
                    {texts.comments.edit}
                  </WriteButton>
                  <DeleteButton
                    label={texts.delete}
                    name={texts.remove(String(text))}
                    isPending={isPending}
                    onConfirm={() => remove(id)}
                    testId="delete-comment"
                  />
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={save('POST', path)} data-testid="comment-form">
        <TextArea label={texts.comments.new} name="text" testId="new-comment" problem={failure?.fields.text} />
        <WriteButton type="submit" class="quiet" isPending={isPending} data-testid="add-comment">
          {texts.comments.add}
        </WriteButton>
      </form>
      <p class="hidden" role="status">
        {news}
      </p>
      <Failure failure={failure} />
    </section>
  )
}

/** Moves the focus to the text of a form that has appeared. */
function focusText(form: HTMLFormElement | null): void {
  form?.querySelector('textarea')?.focus()
}
