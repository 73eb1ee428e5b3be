import { useEffect, useRef, useState } from 'preact/hooks'
import { isEnter } from '../../shared/browser/is-enter.js'
import { TextArea } from '../../shared/parts/field.js'
import { RequestFailed } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { WithCode } from '../../shared/text/with-code.js'
import { common } from '../../texts/en/common.js'
import { requests } from '../../texts/en/requests.js'
import type { Challenge } from '../challenges/use-challenges.js'
import type { BoardTools } from '../service/board-context.js'
import { findOperation } from '../service/operations.js'
import { loadCurrentOperations, useOperations } from '../service/use-operations.js'
import { chooseTab } from '../shell/panel-tabs.js'
import { allowsBody, changeDraft, type Draft, isJson, jsonProblem, startOf, suggestionOf } from './draft.js'
import { ReceivedResponse, type ReceivedResponseProps } from './received-response.js'
import { type ReceivedResponse as Received, sendDraft } from './send-draft.js'
import { BodyFields } from './sender-body.js'
import { useHistory } from './sender-history.js'
import { SenderHistory } from './sender-history-list.js'
import { TargetFields, TokenField } from './sender-target.js'
import { useDraft } from './use-draft.js'

const { sender: texts } = requests

/** A challenge that the user tries with the request sender. */
export interface Tried {
  challenge: Challenge
  /** Counts the attempts. */
  attempt: number
  /** Whether the page knows of each request in the list whether it has solved the challenge. */
  isJudged: boolean
}

export interface SenderProps extends Omit<ReceivedResponseProps, 'response'> {
  board: BoardTools
  isOpen: boolean
  /** The challenge that the user tries. A new attempt removes the response of before. */
  tried?: Tried | undefined
  /** Called with the request id of a response. */
  onSent(requestId: string | null): void
}

/** The form that sends any request to a variant of the board, and shows the response. */
export function RequestSender({ board, isOpen, tried, onSent, ...steps }: SenderProps) {
  const [draft, setDraft] = useDraft(board.variant)
  const [withToken, setWithToken] = useState(true)
  const [result, setResult] = useState<Received>()
  const [failure, setFailure] = useState<RequestFailed>()
  const [pending, setPending] = useState<AbortController>()
  const { operations, failure: loadFailure } = useOperations(draft.variant)
  const { history, add, clear } = useHistory()
  const lines = draft.headers.split('\n')
  const [showsHeaders, setShowHeaders] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const response = useRef<HTMLDivElement>(null)
  const challenge = useRef<HTMLElement>(null)
  const started = useRef('')
  const operation = findOperation(operations, draft.method, draft.path)
  const problem = isJson(draft) && allowsBody(draft) && draft.text !== '' ? jsonProblem(draft.text) : undefined
  const token = draft.variant === 'v2' ? board.session?.token : undefined

  const sendButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const focusPath = () => form.current?.querySelector<HTMLInputElement>('[name=path]')?.focus()
  const change = (change: Partial<Draft>) => setDraft((before) => changeDraft(before, change, operations))
  useEffect(() => {
    if (isOpen) focusPath()
  }, [isOpen])
  useEffect(() => {
    // The response that has solved the challenge stays.
    if (tried === undefined) return
    setResult(undefined)
    setFailure(undefined)
    challenge.current?.scrollIntoView({ block: 'nearest' })
    // What the user has written for a challenge stays.
    if (started.current !== tried.challenge.name) start(tried.challenge)
  }, [tried?.attempt])
  useEffect(() => {
    if (result !== undefined) response.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])

  /** Starts a request for a challenge: with an example that solves it, or without a path. */
  async function start(challenge: Challenge): Promise<void> {
    const { name } = challenge
    started.current = name
    setDraft({ variant: board.variant, method: 'GET', path: '', ...suggestionOf(undefined) })
    const found = startOf(challenge, await loadCurrentOperations('v2').catch(() => []))
    if (found === undefined || started.current !== name) return
    const { method, path } = found
    setDraft((before) => (before.path === '' ? { ...before, method, path, ...suggestionOf(found) } : before))
  }

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
      if (error.fields.headers !== undefined) setShowHeaders(true)
    } finally {
      // The button that cancels disappears with its focus.
      if (document.activeElement === cancelButton.current) sendButton.current?.focus()
      setPending(undefined)
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(draft.method)) await board.refresh()
  }

  /** Whether the last request is in the list, and has not solved the challenge. What the exercise hides, stays hidden. */
  const hasMissed = ({ challenge, isJudged }: Tried) =>
    result !== undefined && steps.onShow !== undefined && isJudged && challenge.solved === false

  function onKeyDown(event: KeyboardEvent) {
    if (isEnter(event) && (event.ctrlKey || event.metaKey)) submit(event)
  }

  return (
    <div class="sender" data-testid="sender">
      {tried && (
        <section ref={challenge} class="tried" aria-label={texts.tried} data-testid="tried-challenge">
          <strong>{tried.challenge.title}</strong>
          <p>
            <WithCode text={tried.challenge.task} />
          </p>
          <p role="status" data-testid="not-solved">
            {hasMissed(tried) && texts.notSolved}
          </p>
          <button type="button" class="link" onClick={() => chooseTab('challenges')} data-testid="back-to-challenge">
            {tried.challenge.hints === null ? texts.toChallenge : texts.toHints}
          </button>
        </section>
      )}
      <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} autocomplete="off" aria-label={texts.label} noValidate>
        <TargetFields
          draft={draft}
          operations={operations}
          operation={operation}
          problem={failure?.fields.path}
          onChange={change}
        />
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
        {draft.variant === 'v2' && (
          <TokenField
            token={token}
            hasOwn={lines.some((line) => /^\s*authorization\s*:/i.test(line))}
            username={board.session?.username ?? ''}
            isSent={withToken}
            onChange={setWithToken}
          />
        )}
        <details open={showsHeaders} onToggle={({ currentTarget }) => setShowHeaders(currentTarget.open)}>
          <summary data-testid="sender-headers-heading">{texts.headerCount(lines.filter(Boolean).length)}</summary>
          <TextArea
            label={texts.headers}
            testId="sender-headers"
            rows={Math.min(6, lines.length)}
            value={draft.headers}
            hint={texts.headersHint}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ headers: currentTarget.value })}
            problem={failure?.fields.headers}
          />
        </details>
        <BodyFields draft={draft} operation={operation} problem={problem} onChange={change} />
      </form>
      <Failure failure={hasField(failure) ? undefined : (failure ?? loadFailure)} />
      <p role="status" class={pending ? 'hint' : 'hidden'} data-testid="sender-state">
        {pending ? texts.sending : result && describe(result)}
      </p>
      <div ref={response} class="sender-response">
        {result && <ReceivedResponse response={result} {...steps} />}
      </div>
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
