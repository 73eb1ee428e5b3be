import { useContext } from 'preact/hooks'
import { REDACTED } from '../../src/evidence/redact.js'
import { BASE_PATH } from '../shared/base-path.js'
import { CopyButton } from '../shared/copyable.js'
import { Failure } from '../shared/failure.js'
import { isCut } from '../shared/is-cut.js'
import type { Evidence } from '../shared/request-details.js'
import { useRequest } from '../shared/use-request.js'
import type { Variant } from '../shared/variants.js'
import { board as texts } from '../texts/en/board.js'
import { BoardContext } from './board-context.js'
import { asCurl, asFetch, asPython, type CopiedRequest } from './copy-as.js'
import type { RawRequest } from './exchange.js'
import { WriteButton } from './write-button.js'

const { actions } = texts

const TOOLS = { curl: asCurl, fetch: asFetch, python: asPython }

/** The method of a request, and its path with the query below the base URL of the board. */
export interface Target {
  method: string
  path: string
}

interface RequestActionsProps {
  target: Target
  request: NonNullable<Evidence['request']>
}

/** The buttons that copy a request for other tools, and send it again. */
export function RequestActions({ target, request: { mediaType, body, files } }: RequestActionsProps) {
  const { method, path } = target
  const tools = useContext(BoardContext)
  const { result, failure, run } = useRequest<number>()
  const line = `${method} ${path}`
  const [, variant, below = ''] = /^\/api\/(v1|v2|buggy)(\/.*)$/.exec(path) ?? []
  const copied: CopiedRequest = {
    method,
    url: location.origin + BASE_PATH + path,
    mediaType,
    text: body.text || null,
    files: files?.map(({ name }) => name),
    needsToken: variant === 'v2',
  }
  const raw: RawRequest = { variant: variant as Variant, method, path: below, mediaType, text: copied.text }
  const isWhole = files !== undefined || (!isCut(body) && (body.text !== null || body.bytes === 0))
  const isPossible =
    (copied.text === null || !['GET', 'HEAD'].includes(method)) && !`${path}${body.text}`.includes(REDACTED)
  // A frozen board allows reads and sessions.
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method) && !below.startsWith('/auth/')
  const SendButton = isWrite ? WriteButton : 'button'
  const canSend = variant !== undefined && files === undefined && isPossible && tools?.canSend(raw.variant)

  const sendAgain = () =>
    run(async () => {
      try {
        return (await tools?.sendAgain(raw))?.status as number
      } finally {
        await tools?.refresh()
      }
    })

  if (!isWhole) return <p class="hint">{actions.notWhole}</p>
  return (
    <div>
      <p class="request-actions">
        {Object.entries(TOOLS).map(([name, render]) => (
          <CopyButton
            key={name}
            label={line}
            text={actions.copyAs[name as keyof typeof TOOLS]}
            value={render(copied)}
            testId={`copy-${name}`}
            class="link"
          />
        ))}
        {canSend && (
          <SendButton
            type="button"
            class="link"
            aria-label={`${actions.sendAgain}: ${line}`}
            onClick={sendAgain}
            data-testid="send-again"
          >
            {actions.sendAgain}
          </SendButton>
        )}
        {result !== undefined && <span data-testid="sent-again">{actions.sent(result)}</span>}
      </p>
      <Failure failure={failure} />
    </div>
  )
}
