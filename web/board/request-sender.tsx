import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { RequestFailed } from '../shared/api.js'
import { Failure } from '../shared/failure.js'
import { Field, Select, TextArea } from '../shared/field.js'
import { VARIANTS, type Variant } from '../shared/variants.js'
import { common } from '../texts/en/common.js'
import { requests } from '../texts/en/requests.js'
import type { BoardTools } from './board-context.js'
import { allowsBody, changeDraft, type Draft, isJson, jsonProblem, splitUrl, suggestionOf } from './draft.js'
import { completionsOf, findOperation } from './operations.js'
import { ReceivedResponse } from './received-response.js'
import { METHODS } from './request-filters.js'
import { type ReceivedResponse as Received, sendDraft } from './send-draft.js'
import { BodyFields } from './sender-body.js'
import { useHistory } from './sender-history.js'
import { SenderHistory } from './sender-history-list.js'
import { useOperations } from './use-operations.js'

const { sender: texts } = requests

export interface SenderProps {
  board: BoardTools
  isOpen: boolean
  /** Called with the request id of a response. */
  onSent(requestId: string | null): void
  /** Goes to the request in the list; `undefined` if the list does not have it. */
  onShow: (() => void) | undefined
}

const FIRST: Omit<Draft, 'variant'> = { method: 'GET', path: '/tasks', headers: '', text: '', isMultipart: false }

/** The form that sends any request to a variant of the board, and shows the response. */
export function RequestSender({ board, isOpen, onSent, onShow }: SenderProps) {
  const [draft, setDraft] = useState<Draft>({ ...FIRST, variant: board.variant })
  const [withToken, setWithToken] = useState(true)
  const [result, setResult] = useState<Received>()
  const [failure, setFailure] = useState<RequestFailed>()
  const [pending, setPending] = useState<AbortController>()
  const { operations, failure: loadFailure } = useOperations(draft.variant)
  const { history, add, clear } = useHistory()
  const form = useRef<HTMLFormElement>(null)
  const list = useId()
  const operation = findOperation(operations, draft.method, draft.path)
  const problem = isJson(draft) && allowsBody(draft) && draft.text !== '' ? jsonProblem(draft.text) : undefined
  const token = draft.variant === 'v2' ? board.session?.token : undefined

  const sendButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const focusPath = () => form.current?.querySelector<HTMLInputElement>('[name=path]')?.focus()
  const change = (change: Partial<Draft>) => setDraft((before) => changeDraft(before, change, operations))
  useEffect(() => change({ variant: board.variant }), [board.variant])
  useEffect(() => {
    if (isOpen) focusPath()
  }, [isOpen])
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (pending !== undefined) return
    const controller = new AbortController()
    const data = new FormData(form.current as HTMLFormElement)
    setPending(controller)
    setFailure(undefined)
    setResult(undefined)
    try {
      const received = await sendDraft(draft, {
        token: withToken ? token : undefined,
        files: filesOf(data, operation?.body?.examples),
        part: (data.get('part') as string | null) ?? '',
        signal: controller.signal,
        record: board.record,
      })
      setResult(received)
      onSent(received.requestId)
      add(draft)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setFailure(error)
    } finally {
      // The button that cancels disappears with its focus.
      if (document.activeElement === cancelButton.current) sendButton.current?.focus()
      setPending(undefined)
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(draft.method)) await board.refresh()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return (
    <div class="sender" data-testid="sender">
      <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} autocomplete="off" aria-label={texts.label} noValidate>
        <div class="sender-row">
          <Select
            label={texts.variant}
            testId="sender-variant"
            value={draft.variant}
            options={VARIANTS.map((name) => [name, name])}
            onChange={({ currentTarget }) => change({ variant: currentTarget.value as Variant })}
          />
          <div class="field wide">
            <label for={`${list}-operation`}>{texts.operation}</label>
            <select
              id={`${list}-operation`}
              value={operation?.id ?? ''}
              onChange={({ currentTarget }) => {
                const chosen = operations.find(({ id }) => id === currentTarget.value)
                if (chosen) change({ method: chosen.method, path: chosen.path, ...suggestionOf(chosen) })
              }}
              data-testid="sender-operation"
            >
              <option value="">{texts.ownOperation}</option>
              {tags.map((tag) => (
                <optgroup key={tag} label={tag}>
                  {operations
                    .filter((operation) => operation.tag === tag)
                    .map(({ id, summary }) => (
                      <option key={id} value={id}>
                        {summary}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </div>
        </div>
        <div class="sender-row">
          <Select
            label={texts.method}
            testId="sender-method"
            value={draft.method}
            options={METHODS.map((name) => [name, name])}
            onChange={({ currentTarget }) => change({ method: currentTarget.value })}
          />
          <div class="wide">
            <Field
              label={texts.path(draft.variant)}
              name="path"
              testId="sender-path"
              value={draft.path}
              list={list}
              spellcheck={false}
              autocapitalize="off"
              onInput={({ currentTarget }) => change(splitUrl(currentTarget.value))}
              problem={failure?.fields.path}
            />
          </div>
        </div>
        <datalist id={list}>
          {completionsOf(operations, draft.method, draft.path).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
        {draft.variant === 'v2' && (
          <Token token={token} username={board.session?.username ?? ''} isSent={withToken} onChange={setWithToken} />
        )}
        <TextArea
          label={texts.headers}
          testId="sender-headers"
          rows={Math.min(6, draft.headers.split('\n').length)}
          value={draft.headers}
          hint={texts.headersHint}
          spellcheck={false}
          onInput={({ currentTarget }) => change({ headers: currentTarget.value })}
          problem={failure?.fields.headers}
        />
        <BodyFields draft={draft} operation={operation} problem={problem} onChange={change} />
        <div class="buttons">
          <button
            ref={sendButton}
            type="submit"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            data-testid="send-request"
          >
            {problem === undefined ? texts.send : texts.sendInvalid}
          </button>
          {pending && (
            <button
              ref={cancelButton}
              type="button"
              class="quiet"
              onClick={() => pending.abort()}
              data-testid="cancel-request"
            >
              {common.cancel}
            </button>
          )}
          <span class="hint shortcut">{texts.shortcut}</span>
        </div>
      </form>
      <Failure failure={hasField(failure) ? undefined : (failure ?? loadFailure)} />
      <p role="status" class={pending ? 'hint' : 'hidden'} data-testid="sender-state">
        {pending ? texts.sending : result && describe(result)}
      </p>
      {result && <ReceivedResponse response={result} onShow={onShow} />}
      <SenderHistory
        history={history}
        onChoose={(entry) => {
          setDraft(entry)
          focusPath()
        }}
        onClear={() => {
          clear()
          focusPath()
        }}
      />
    </div>
  )
}

interface TokenProps {
  token: string | undefined
  username: string
  isSent: boolean
  onChange(isSent: boolean): void
}

/** Whether a request to v2 has the token of the session. */
function Token({ token, username, isSent, onChange }: TokenProps) {
  if (token === undefined) return <p class="hint">{texts.noToken}</p>
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isSent}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        data-testid="sender-token"
      />
      {texts.withToken(username)}
    </label>
  )
}

/** Whether the message is beside a field. */
function hasField(failure: RequestFailed | undefined): boolean {
  return failure !== undefined && Object.keys(failure.fields).length > 0
}

/** Returns the chosen files, or the example as a file. */
function filesOf(data: FormData, examples: Readonly<Record<string, unknown>> = {}): File[] {
  const chosen = data.getAll('files').filter((file) => file instanceof File && file.name !== '') as File[]
  if (chosen.length > 0) return chosen
  const [content = ''] = Object.values((Object.values(examples)[0] ?? {}) as Record<string, string[]>).flat()
  return [new File([content], 'example.txt', { type: 'text/plain' })]
}

function describe({ status, statusText, duration }: Received): string {
  return `${status} ${statusText}, ${requests.duration(duration)}`
}
