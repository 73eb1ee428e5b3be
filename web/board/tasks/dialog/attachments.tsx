import { useRef, useState } from 'preact/hooks'
import { useListFocus } from '../../../shared/browser/focus.js'
import { readForm } from '../../../shared/browser/read-form.js'
import { saveFile } from '../../../shared/browser/save-file.js'
import { Field } from '../../../shared/parts/field.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { formatBytes } from '../../../shared/text/format.js'
import { board as texts } from '../../../texts/en/board.js'
import { useBoard } from '../../service/board-context.js'
import { DeleteButton, WriteButton } from '../../shell/write-button.js'
import type { Task } from '../task.js'

interface AttachmentsProps {
  task: Task
  onChange(): Promise<void>
}

/** The attachments of a task. */
export function Attachments({ task, onChange }: AttachmentsProps) {
  const { act, download, uploadFiles } = useBoard()
  const { isPending, failure, run } = useRequest<void>()
  const [progress, setProgress] = useState<number>()
  const path = `/tasks/${task.id}/attachments`
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListFocus(list, () => section.current?.querySelector<HTMLElement>('[data-testid=attachment-files]'))

  async function submit(event: SubmitEvent): Promise<void> {
    const { form, data } = readForm(event)
    const files = data.getAll('files').filter((file) => file instanceof File && file.name !== '')
    await run(async () => {
      try {
        await uploadFiles(path, files as File[], setProgress)
      } finally {
        setProgress(undefined)
      }
      form.reset()
      await onChange()
    })
  }

  const save = (id: number, fileName: string) =>
    run(async () => {
      saveFile(await download(`${path}/${id}`), fileName)
    })

  const remove = (id: number) =>
    run(async () => {
      await act('DELETE', `${path}/${id}`)
      await onChange()
    })

  return (
    <section ref={section} aria-labelledby="attachments" class="attachments">
      <h3 id="attachments">{texts.attachments.heading}</h3>
      <ul ref={list}>
        {(task.attachments ?? []).map(({ id, fileName, fileSizeBytes }) => (
          <li key={id} data-testid="attachment">
            <button
              type="button"
              class="link"
              dir="auto"
              onClick={() => save(id, shownName(fileName))}
              data-testid="download-attachment"
            >
              {shownName(fileName)}
            </button>{' '}
            <span class="hint">{formatBytes(fileSizeBytes)}</span>
            <DeleteButton
              label={texts.delete}
              name={texts.remove(shownName(fileName))}
              isPending={isPending}
              onConfirm={() => remove(id)}
              testId="delete-attachment"
            />
          </li>
        ))}
      </ul>
      <form onSubmit={submit} data-testid="attachment-form">
        <Field
          label={texts.attachments.files}
          name="files"
          type="file"
          multiple
          required
          testId="attachment-files"
          problem={failure?.fields.files}
        />
        <WriteButton type="submit" class="quiet" isPending={isPending} data-testid="upload">
          {texts.attachments.upload}
        </WriteButton>
        {progress !== undefined && (
          <progress value={progress} aria-label={texts.attachments.progress} data-testid="upload-progress" />
        )}
      </form>
      <Failure failure={failure} />
    </section>
  )
}

/**
 * Returns a file name without the escapes with which browsers send quotation marks and line breaks in multipart bodies
 * (HTML, "multipart/form-data encoding algorithm").
 */
function shownName(fileName: unknown): string {
  return String(fileName)
    .replaceAll('%22', '"')
    .replace(/%0D%0A|%0D|%0A/g, ' ')
}
