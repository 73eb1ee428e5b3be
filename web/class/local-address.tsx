import { WithCode } from '../shared/with-code.js'
import { texts } from '../texts/en/class.js'
import { typedUrl, useJoinAddresses } from './projector/join-link.js'

/** The warning that learners on other machines cannot open the address of the service. */
export function LocalAddress() {
  const { url, local, others } = useJoinAddresses()
  if (!local) return null
  return (
    <p class="notice warning" data-testid="only-local">
      <WithCode text={texts.local(typedUrl(url), others.length > 0)} />
    </p>
  )
}
