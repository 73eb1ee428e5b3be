import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Certificate as CertificateData } from '../../../src/classroom/scores/schemas.js'
import { isFocusLost } from '../../shared/browser/focus.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { Certificate } from '../../shared/training/certificate.js'
import { certificate as texts } from '../../texts/en/certificate.js'

/** The certificate of the learner, which a button loads: boards outside of classes have none. */
export function OwnCertificate() {
  const { isPending, result, failure, run } = useRequest<CertificateData>()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The button has disappeared with its focus.
    if (result !== undefined && isFocusLost()) box.current?.focus()
  }, [result])
  if (result !== undefined) {
    return (
      <div ref={box} tabIndex={-1}>
        <Certificate certificate={result} />
      </div>
    )
  }
  return (
    <div class="no-print">
      <ActionButton
        type="button"
        class="quiet"
        isBlocked={isPending}
        onClick={() => run(() => send<CertificateData>('GET', `${BASE_PATH}/certificate`))}
        data-testid="get-certificate"
      >
        {texts.get}
      </ActionButton>
      <Failure failure={failure} />
    </div>
  )
}
