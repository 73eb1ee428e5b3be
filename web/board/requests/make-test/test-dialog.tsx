import { useContext, useEffect, useId } from 'preact/hooks'
import { REDACTED, redact, redactParameters } from '../../../../src/rules/expected-vs-actual/redact.js'
import type { PlannedTest } from '../../../../src/rules/exposures/plan/plan.js'
import { saveFile } from '../../../shared/browser/save-file.js'
import { useModal } from '../../../shared/browser/use-modal.js'
import { useStored } from '../../../shared/browser/use-stored.js'
import { CopyButton } from '../../../shared/parts/copyable.js'
import { Select } from '../../../shared/parts/field.js'
import type { Evidence } from '../../../shared/request-details/request-details.js'
import { RequestFailed } from '../../../shared/service/api.js'
import { BASE_PATH } from '../../../shared/service/base-path.js'
import { Failure } from '../../../shared/service/failure.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { WithCode } from '../../../shared/text/with-code.js'
import { board } from '../../../texts/en/board.js'
import { common } from '../../../texts/en/common.js'
import { makeTest as texts } from '../../../texts/en/make-test.js'
import { requests } from '../../../texts/en/requests.js'
import { BoardContext } from '../../service/board-context.js'
import { useRecorded } from '../../service/use-recorded.js'
import { SuiteList } from './suite-list.js'
import type { TestDialogProps } from './test-button.js'
import { hasTest, projectOf, useSuite } from './test-suite.js'

type Printers = typeof import('./test-printers.js')

/** A test of a request in a style that the user chooses, and the suite of the user. */
export function TestDialog({ target, onClose, ...recorded }: TestDialogProps) {
  const dialog = useModal()
  const heading = useId()
  const hidesFaults = useContext(BoardContext)?.hidesFaults ?? true
  const { evidence, failure } = useRecorded({ ...recorded, state: '', onLoad() {} })
  const { result: printers, failure: loadFailure, run } = useRequest<Printers>()
  useEffect(() => {
    run(() =>
      import('./test-printers.js').catch(() => {
        throw new RequestFailed(requests.makeTest.loadFailed)
      }),
    )
  }, [])
  // Faults of buggy are hidden on every board.
  const isHidden = evidence?.evidence === undefined && (hidesFaults || target.path.startsWith('/api/buggy/'))
  const note = isHidden ? texts.hidden : evidence?.evidence === undefined ? texts.seen : undefined
  return (
    <dialog
      ref={dialog}
      class="test-dialog"
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      aria-labelledby={heading}
      data-testid="test-dialog"
    >
      <div class="dialog-head">
        <h2 id={heading}>{texts.heading}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()} data-testid="close-test">
          {board.close}
        </button>
      </div>
      <Failure failure={failure ?? loadFailure} />
      {evidence && printers ? (
        <Tests planned={plan(printers, target, evidence, isHidden)} note={note} printers={printers} />
      ) : (
        failure === undefined && loadFailure === undefined && <p aria-busy="true">{common.loading}</p>
      )}
    </dialog>
  )
}

/** Plans the test, without the secrets that the page knows: the suite is stored. */
function plan(
  { planExchange }: Printers,
  { method, path }: TestDialogProps['target'],
  { request, response, evidence }: Evidence,
  isHidden: boolean,
): ReturnType<Printers['planExchange']> {
  if (request === undefined) return 'cut'
  const { text, bytes } = request.body
  const safe = { ...request, body: { text: text && redact(text), bytes } }
  const exchange = { method, path: redactParameters(path), request: safe, isHidden }
  return planExchange(
    { ...exchange, ...(response && { response }), ...(evidence && { evidence }) },
    { url: location.origin + BASE_PATH, redacted: REDACTED },
  )
}

interface TestsProps {
  planned: ReturnType<typeof plan>
  /** What the user must know about what the test expects. */
  note: string | undefined
  printers: Printers
}

function Tests({ planned, note, printers: { STYLES, zipFiles } }: TestsProps) {
  const [chosen, choose] = useStored<string>('style of tests', 'localStorage')
  const { suite, add, remove } = useSuite()
  const style = STYLES.find(({ name }) => name === chosen) ?? STYLES[0]
  if (style === undefined) return null
  const test: PlannedTest | undefined = typeof planned === 'string' ? undefined : planned
  const reason = typeof planned === 'string' ? texts.refusals[planned] : style.reasonAgainst?.(planned)
  const isAdded = test !== undefined && hasTest(suite, test)
  const code = test && reason === undefined ? style.print(test) : undefined
  return (
    <>
      <Select
        label={texts.style}
        testId="test-style"
        value={style.name}
        options={STYLES.map(({ name, title }) => [name, title])}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {reason !== undefined && (
        <p class="notice" role="status" data-testid="no-test">
          {reason}
        </p>
      )}
      {test && code !== undefined && (
        <>
          {note && (
            <p class="hint" data-testid="test-note">
              {note}
            </p>
          )}
          <p class="hint" data-testid="test-file">
            <WithCode text={texts.file(style.fileOf(test))} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls with the keyboard */}
          <pre tabIndex={0} data-testid="test-code">
            {code}
          </pre>
          <div class="buttons">
            <CopyButton label={style.fileOf(test)} value={code} testId="copy-test" />
            {/* A disabled button would lose the focus. */}
            <button type="button" onClick={() => isAdded || add(test)} aria-disabled={isAdded} data-testid="add-test">
              {texts.add}
            </button>
            <span role="status" class="hint" data-testid="test-added">
              {isAdded && texts.added}
            </span>
          </div>
        </>
      )}
      <SuiteList
        suite={suite}
        onRemove={remove}
        onDownload={() => saveFile(zipFiles(projectOf(suite, style)), `tests-${style.name}.zip`)}
      />
    </>
  )
}
