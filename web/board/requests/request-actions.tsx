import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../shared/parts/copyable.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { WithCode } from '../../shared/text/with-code.js'
import { board as texts } from '../../texts/en/board.js'
import { asCurl, asFetch, asPython, type CopiedRequest } from './copy-as.js'
import { isWhole, SendAgain, type SendAgainProps } from './send-again.js'

const { actions } = texts

const TOOLS = { curl: asCurl, fetch: asFetch, python: asPython }

interface RequestActionsProps extends Omit<SendAgainProps, 'testId'> {
  /** Other buttons. */
  children: ComponentChildren
}

/** The buttons that copy a request for other tools, and send it again. */
export function RequestActions({ target, request, onSent, children }: RequestActionsProps) {
  const { method, path } = target
  const { mediaType, body, files } = request
  const copied: CopiedRequest = {
    method,
    url: location.origin + BASE_PATH + path,
    mediaType,
    text: body.text || null,
    files: files?.map(({ name }) => name),
    needsToken: path.startsWith('/api/v2/'),
  }
  if (!isWhole(request)) return <p class="hint">{actions.notWhole}</p>
  return (
    <div class="request-actions">
      {Object.entries(TOOLS).map(([name, render]) => (
        <CopyButton
          key={name}
          label={`${method} ${path}`}
          text={actions.copyAs[name as keyof typeof TOOLS]}
          value={render(copied)}
          testId={`copy-${name}`}
          class="link"
        />
      ))}
      {copied.needsToken && (
        <span class="hint" data-testid="copy-token">
          <WithCode text={actions.token} />
        </span>
      )}
      <SendAgain target={target} request={request} onSent={onSent} testId="send-again" />
      {children}
    </div>
  )
}
