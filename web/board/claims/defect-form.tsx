import { useState } from 'preact/hooks'
import type { Claim } from '../../../src/classroom/claims/schemas.js'
import type { DefectCatalogue } from '../../../src/classroom/defects/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { Field } from '../../shared/parts/field.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { WithCode } from '../../shared/text/with-code.js'
import { board as texts } from '../../texts/en/board.js'
import { WriteButton } from '../shell/write-button.js'
import { explainRefusal } from './refusal.js'
import { loadTerms, type Terms } from './training-document.js'

const { claim } = texts

/** The form that claims a defect of the board. It suggests names. */
export function DefectForm() {
  const [defects, setDefects] = useState<DefectCatalogue['defects']>([])
  const [terms, setTerms] = useState<Terms>()
  const { result, failure, run } = useRequest<Claim>()

  function submit(event: SubmitEvent) {
    const { form, data } = readForm(event)
    const defect = data.get('defect')
    run(async () => {
      const made = await explainRefusal(send<Claim>('POST', `${BASE_PATH}/claims`, { json: { defect } }))
      form.reset()
      return made
    })
  }

  // The hosts of boards do not serve the list of defects.
  const suggest = () => {
    loadTerms().then(setTerms, () => {})
    send<DefectCatalogue>('GET', '/defects').then(
      (catalogue) => setDefects(catalogue.defects),
      () => {},
    )
  }

  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && suggest()}>
      <summary data-testid="report-defect">{claim.reportDefect}</summary>
      <form onSubmit={submit} data-testid="defect-form">
        {terms && (
          <p class="hint" data-testid="explained-defect">
            <WithCode text={terms.words.defect} />
          </p>
        )}
        <Field
          label={claim.defect}
          hint={claim.defectHint}
          name="defect"
          list="defects"
          required
          autocomplete="off"
          testId="claim-defect"
          problem={failure?.fields.defect}
        />
        <datalist id="defects">
          {defects.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </datalist>
        <WriteButton type="submit" class="quiet" data-testid="send-defect">
          {claim.submit}
        </WriteButton>
        <Failure failure={failure} />
        <p role="status" data-testid="defect-verdict">
          {result && <WithCode text={claim.verdict(result.verdict, result.explanation)} />}
        </p>
      </form>
    </details>
  )
}
