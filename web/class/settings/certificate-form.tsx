import type { Certificate as CertificateData } from '../../../src/classroom/scores/schemas.js'
import { readForm } from '../../shared/browser/read-form.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Field } from '../../shared/parts/field.js'
import { RequestFailed } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { Certificate } from '../../shared/training/certificate.js'
import { certificate } from '../../texts/en/certificate.js'
import { useClass } from '../service/class-api.js'

const { form: texts } = certificate

interface Found {
  certificates: CertificateData[]
}

/** The form with which the trainer verifies the certificate of a learner by its number. */
export function CertificateForm() {
  const api = useClass()
  const { isPending, result, failure, run } = useRequest<Found>()
  function submit(event: SubmitEvent) {
    const number = readForm(event).data.get('number') as string
    run(async () => {
      if (number.trim() === '') throw new RequestFailed(texts.empty, { number: texts.empty })
      return api.send<Found>('GET', `/certificates?${new URLSearchParams({ number })}`)
    })
  }
  // The last verdict is not about the number that has failed.
  const found = failure ? undefined : result?.certificates[0]
  return (
    <>
      <form onSubmit={submit} class="row" autocomplete="off" data-testid="certificate-form">
        <Field
          label={texts.number}
          hint={texts.lead}
          name="number"
          spellcheck={false}
          testId="certificate-form-number"
          problem={failure?.fields.number}
        />
        <ActionButton type="submit" class="quiet" isBlocked={isPending} data-testid="verify-certificate">
          {texts.submit}
        </ActionButton>
      </form>
      <Failure failure={failure?.fields.number ? undefined : failure} />
      <p role="status" class={found ? 'right' : 'wrong'} data-testid="certificate-verdict">
        {!failure && result && (found ? texts.genuine : texts.unknown)}
      </p>
      {found && <Certificate certificate={found} />}
    </>
  )
}
