import { saveFile } from '../../shared/browser/save-file.js'
import { formatJson } from '../../shared/request-details/highlight-json.js'
import { JsonText } from '../../shared/request-details/json-text.js'
import { formatBytes } from '../../shared/text/format.js'
import { requests } from '../../texts/en/requests.js'
import type { ReceivedResponse as Received } from './send-draft.js'

const { received: texts } = requests

/** The page shows the start of longer texts. */
const SHOWN_MAX = 200_000

export interface ReceivedResponseProps {
  response: Received
  /** Goes to the request in the list; `undefined` if the list does not have it. */
  onShow: (() => void) | undefined
  /** Opens the form that reports a fault; `undefined` if none can be reported. */
  onReport: (() => void) | undefined
  /** Takes a hint; `undefined` if there are none. */
  onHint: (() => void) | undefined
}

/** A response to a request of the request sender, with all its headers. */
export function ReceivedResponse({ response, onShow, onReport, onHint }: ReceivedResponseProps) {
  const { line, status, statusText, headers, bytes, duration } = response
  return (
    <section class="received" aria-label={texts.heading} data-testid="sender-response">
      <p class="received-request">
        <code>{line}</code>
      </p>
      <p class="received-line">
        <span class={`status status-${Math.floor(status / 100)}`} data-testid="sender-status">
          {`${status} ${statusText}`.trim()}
        </span>
        <span data-testid="sender-duration" title={texts.measured}>
          {requests.duration(duration)}
        </span>
        <span data-testid="sender-size">{formatBytes(bytes.size)}</span>
        {onShow && (
          <button type="button" class="link" onClick={onShow} data-testid="show-sent">
            {texts.show}
          </button>
        )}
        {onReport && (
          <button type="button" class="link" onClick={onReport} data-testid="report-sent">
            {requests.reportFault}
          </button>
        )}
        {onHint && (
          <button type="button" class="link" onClick={onHint} data-testid="hint-sent">
            {texts.hint}
          </button>
        )}
      </p>
      {onHint && <p class="hint">{texts.stuck}</p>}
      {response.notSent.length > 0 && (
        <p class="hint" data-testid="not-sent">
          {requests.sender.notSent(response.notSent.join(', '))}
        </p>
      )}
      <details>
        <summary data-testid="sender-response-headers">{texts.headers(headers.length)}</summary>
        <ul class="headers">
          {headers.map(([name, value]) => (
            <li key={name}>{`${name}: ${value}`}</li>
          ))}
        </ul>
      </details>
      <ReceivedBody response={response} />
    </section>
  )
}

function ReceivedBody({ response: { headers, bytes, text, requestId } }: { response: Received }) {
  if (bytes.size === 0) return <p class="hint">{texts.noBody}</p>
  const save = (
    <button
      type="button"
      class="link"
      onClick={() => saveFile(bytes, fileNameOf(headers) ?? `response-${requestId ?? ''}`)}
      data-testid="save-body"
    >
      {texts.save}
    </button>
  )
  const size = formatBytes(bytes.size)
  if (text === undefined) {
    return (
      <p>
        {texts.binary(bytes.type, size)} {save}
      </p>
    )
  }
  const isPart = text.length > SHOWN_MAX
  const shown = isPart ? text.slice(0, SHOWN_MAX) : formatJson(text)
  return (
    <>
      {isPart && (
        <p class="hint">
          {texts.part(size)} {save}
        </p>
      )}
      <JsonText parts={[{ text: shown, mark: undefined }]} testId="sender-response-body" />
    </>
  )
}

function fileNameOf(headers: Received['headers']): string | undefined {
  const [, disposition = ''] = headers.find(([name]) => name === 'content-disposition') ?? []
  return /filename="?([^";]+)/.exec(disposition)?.[1]
}
