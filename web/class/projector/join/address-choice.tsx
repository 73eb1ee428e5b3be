import type { JoinAddresses } from '../../../../src/classroom/projector/schemas.js'
import { WithCode } from '../../../shared/text/with-code.js'
import { texts } from '../../../texts/en/projector.js'
import { typedUrl } from './join-link.js'

interface AddressChoiceProps {
  addresses: JoinAddresses
  /** The URL at which learners open the service. */
  url: string
  onAddress(url: string): void
}

/** The warning that only this machine can open the address, and the choice of another one. */
export function AddressChoice({ addresses, url, onAddress }: AddressChoiceProps) {
  const { url: own, local, others } = addresses
  if (!local) return null
  const isOwn = url === own
  return (
    <div class={isOwn ? 'notice warning' : 'notice'} role="status" data-testid="local-address">
      <p>
        <WithCode text={isOwn ? texts.join.local : texts.join.chosen} />{' '}
        <WithCode text={others.length === 0 ? texts.join.closed : texts.join.choose} />
      </p>
      {others.length > 0 && (
        <p class="buttons">
          {others.map((other) => (
            <button
              key={other.url}
              type="button"
              class="quiet"
              aria-pressed={other.url === url}
              onClick={() => onAddress(other.url)}
              data-testid="use-address"
            >
              {typedUrl(other.url)} ({other.interface})
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
