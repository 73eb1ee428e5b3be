import { WithCode } from '../../shared/text/with-code.js'
import { texts } from '../../texts/en/class.js'
import { typedUrl, useJoinAddresses } from '../projector/join/join-link.js'

/** Whether the service says with the page that only its own machine can open the address for learners. */
const IS_LOCAL = document.getElementById('page')?.dataset.local === 'true'

/** The warning that learners on other machines cannot open the address of the service. */
export function LocalAddress() {
  const { url, local, others, isLoading } = useJoinAddresses()
  // The place of the warning, so that it does not move the page when the addresses are loaded.
  if (isLoading && IS_LOCAL) return <Warning url={url} hasOthers={true} isReserved />
  return local ? <Warning url={url} hasOthers={others.length > 0} /> : null
}

interface WarningProps {
  url: string
  hasOthers: boolean
  /** Whether the warning only takes its place. */
  isReserved?: boolean
}

function Warning({ url, hasOthers, isReserved = false }: WarningProps) {
  return (
    <p class={isReserved ? 'notice warning reserved' : 'notice warning'} data-testid="only-local">
      <WithCode text={texts.local(typedUrl(url), hasOthers)} />
    </p>
  )
}
