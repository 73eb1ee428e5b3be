import { useContext } from 'preact/hooks'
import { REDACTED } from '../../../src/rules/expected-vs-actual/redact.js'
import { isCut } from '../../shared/request-details/is-cut.js'
import type { Evidence } from '../../shared/request-details/request-details.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import type { Variant } from '../../shared/service/variants.js'
import { board as texts } from '../../texts/en/board.js'
import { requests } from '../../texts/en/requests.js'
import { BoardContext } from '../service/board-context.js'
import type { RawRequest } from '../service/exchange.js'
import { WriteButton } from '../shell/write-button.js'

const { actions } = texts

/** The method of a request, and its path with the query below the base URL of the board. */
export interface Target {
  method: string
  path: string
}

export type RecordedRequest = NonNullable<Evidence['request']>

/** Whether the whole body of a request is recorded. */
export function isWhole({ body, files }: RecordedRequest): boolean {
  return files !== undefined || (!isCut(body) && (body.text !== null || body.bytes === 0))
}

export interface SendAgainProps {
  target: Target
  request: RecordedRequest
  /** Called with the id of the new request. */
  onSent(requestId: string | null): void
  testId: string
}

/** The button that sends a request again, and the status of its response; nothing if the page cannot send it. */
export function SendAgain({ target: { method, path }, request, onSent, testId }: SendAgainProps) {
  const tools = useContext(BoardContext)
  const { isPending, result, failure, run } = useRequest<number>()
  const { mediaType, body, files } = request
  const [, variant, below = ''] = /^\/api\/(v1|v2|buggy)(\/.*)$/.exec(path) ?? []
  const raw: RawRequest = { variant: variant as Variant, method, path: below, mediaType, text: body.text || null }
  const isPossible =
    (raw.text === null || !['GET', 'HEAD'].includes(method)) && !`${path}${body.text}`.includes(REDACTED)
  const canSend = variant !== undefined && files === undefined && isPossible && isWhole(request)
  if (!canSend || !tools?.canSend(raw.variant)) return null
  // A frozen board allows reads and sessions.
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method) && !below.startsWith('/auth/')
  const SendButton = isWrite ? WriteButton : 'button'

  const send = () =>
    run(async () => {
      try {
        const { status, requestId } = await tools.sendAgain(raw)
        onSent(requestId)
        return status
      } finally {
        await tools.refresh()
      }
    })

  return (
    <>
      <SendButton
        type="button"
        class="link"
        aria-label={`${actions.sendAgain}: ${method} ${path}`}
        onClick={send}
        data-testid={testId}
      >
        {actions.sendAgain}
      </SendButton>
      <span role="status" class="hint" data-testid="sent-again">
        {isPending ? requests.sender.sending : result !== undefined && actions.sent(result)}
      </span>
      <Failure failure={failure} />
    </>
  )
}
