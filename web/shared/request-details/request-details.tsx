import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Exchange } from '../../../src/classroom/exchanges/schemas.js'
import { common } from '../../texts/en/common.js'
import { training } from '../../texts/en/training.js'
import type { RequestFailed } from '../service/api.js'
import { Failure } from '../service/failure.js'
import { formatBytes } from '../text/format.js'
import { WithCode } from '../text/with-code.js'
import { isCut } from './is-cut.js'
import { JsonText } from './json-text.js'
import { type Comparison, markJson } from './mark-json.js'
import { useAlignedTexts } from './use-aligned-texts.js'

const { details } = training

/** What is known of a request and its response. */
export type Evidence = Partial<
  Pick<Exchange, 'request' | 'response' | 'disconnected' | 'claims' | 'evidence' | 'hints'>
>

type Response = NonNullable<Evidence['response']>
type Request = NonNullable<Evidence['request']>
type Body = Response['body']
type Difference = NonNullable<Evidence['evidence']>['difference'][number]

/** The number of differences that are listed. A list with more of them is rarely read. */
const LISTED = 5

const ALONE: Comparison = { differences: [], other: null, isExpected: false }

interface RequestDetailsProps {
  /** `undefined` until it is loaded. */
  evidence: Evidence | undefined
  failure: RequestFailed | undefined
  /** What comes before the response. */
  hints?: ComponentChildren
  /** The number of hints that the user has just taken. The page scrolls to what the second one and the third one mark. */
  justTaken?: number | undefined
  /** What follows the details. */
  children?: ComponentChildren
}

interface DifferencesProps {
  list: Difference[]
  /** Shows the place of a difference. */
  onShow(at: string): void
}

function Differences({ list, onShow }: DifferencesProps) {
  if (list.length === 0) return null
  return (
    <ul class="differences">
      {list.map(({ at, kind, sentence }) => (
        <li key={`${at} ${kind}`}>
          {kind === 'delay' ? (
            <WithCode text={sentence} />
          ) : (
            <button type="button" class="link" onClick={() => onShow(at)} data-testid="show-place">
              <WithCode text={sentence} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What was sent, what came back and, if the service shows it, what should have come back. */
export function RequestDetails({ evidence: shown, failure, hints, justTaken = 0, children }: RequestDetailsProps) {
  const [box, showPlace, showResponse] = useAlignedTexts(shown?.evidence?.difference.length)
  useEffect(() => {
    if (justTaken > 1) showResponse()
  }, [justTaken])
  if (shown === undefined) return failure ? <Failure failure={failure} /> : <p class="hint">{common.loading}</p>
  const { request, response, disconnected, claims, evidence, hints: taken } = shown
  const { expected, difference = [] } = evidence ?? {}
  // Before the differences are shown, hints name the places.
  const marks = evidence ? difference : (taken?.places ?? []).map((at) => ({ at, kind: 'value' as const }))
  // The second hint says where to look, and not what is wrong there.
  const isPointing = evidence === undefined && taken?.faults.length === 0
  return (
    <div ref={box} class={isPointing ? 'details pointing' : 'details'} data-testid="request-details">
      <Failure failure={failure} />
      {request === undefined && <p data-testid="not-recorded">{details.notRecorded}</p>}
      {hints}
      {evidence === undefined && claims?.some(({ verdict }) => verdict === 'right') && (
        <p class="hint" data-testid="evidence-later">
          {details.later}
        </p>
      )}
      {evidence && (
        <Part title={details.difference} testId="difference">
          {difference.length === 0 && <p>{response ? details.noDifference : details.unknownDifference}</p>}
          <Differences list={difference.slice(0, LISTED)} onShow={showPlace} />
          {difference.length > LISTED && (
            <details>
              <summary data-testid="more-differences">{details.more(difference.length - LISTED)}</summary>
              <Differences list={difference.slice(LISTED)} onShow={showPlace} />
            </details>
          )}
        </Part>
      )}
      {expected && (
        <Part title={details.expected} testId="expected">
          <ResponseText
            response={expected}
            comparison={{ differences: difference, other: response?.body.text ?? null, isExpected: true }}
          />
        </Part>
      )}
      {response && (
        <Part title={details.response} testId="response">
          {disconnected && response.body.bytes > 0 && <p class="hint">{details.disconnected}</p>}
          <ResponseText
            response={response}
            comparison={{ differences: marks, other: expected?.body.text ?? null, isExpected: false }}
          />
        </Part>
      )}
      {response && Object.keys(response.headers).length > 0 && (
        <Part title={details.headers} testId="headers">
          <Headers headers={response.headers} />
        </Part>
      )}
      {request && (
        <Part title={details.request} testId="sent">
          <RequestText request={request} />
        </Part>
      )}
      {children}
    </div>
  )
}

function Part({ title, testId, children }: { title: string; testId: string; children: ComponentChildren }) {
  return (
    <section class={testId} data-testid={testId}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** The status, the headers that differ, and the body of a response. */
function ResponseText({ response, comparison }: { response: Response; comparison: Comparison }) {
  const { status, headers, body } = response
  const isDifferent = (place: string) => comparison.differences.some(({ at }) => at === place)
  const different = Object.fromEntries(Object.entries(headers).filter(([name]) => isDifferent(`headers.${name}`)))
  const statusText = details.status(status)
  return (
    <>
      <p>{isDifferent('status') ? <mark data-at="status">{statusText}</mark> : statusText}</p>
      <Headers headers={different} areMarked />
      <BodyText body={body} comparison={comparison} />
    </>
  )
}

function RequestText({ request: { mediaType, body, files } }: { request: Request }) {
  return (
    <>
      <Headers headers={mediaType === null ? {} : { 'content-type': mediaType }} />
      {files === undefined ? (
        <BodyText body={body} comparison={ALONE} />
      ) : (
        <ul>
          {files.map((file, index) => (
            <li key={index} dir="auto">
              {details.file(file.name, file.mediaType, formatBytes(file.size))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Headers({ headers, areMarked = false }: Pick<Response, 'headers'> & { areMarked?: boolean }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (lines.length === 0) return null
  return (
    <ul class="headers">
      {lines.map((line) => (
        <li key={line}>{areMarked ? <mark data-at={`headers.${line.split(':')[0]}`}>{line}</mark> : line}</li>
      ))}
    </ul>
  )
}

/** A body as text. It is JSON in most cases, which is formatted. */
function BodyText({ body: { text, bytes }, comparison }: { body: Body; comparison: Comparison }) {
  if (text === null || text === '')
    return <p class="hint">{bytes > 0 ? details.noText(formatBytes(bytes)) : details.noBody}</p>
  return (
    <>
      {isCut({ text, bytes }) && <p class="hint">{details.cut(text.length, formatBytes(bytes))}</p>}
      <JsonText parts={markJson(text, comparison)} />
    </>
  )
}
