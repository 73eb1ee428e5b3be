import type { ClassBoard } from '../../../src/management/classes/schemas.js'
import { ConnectionNotice } from '../../shared/connection-notice.js'
import { Exercise } from '../../shared/exercise.js'
import { focusReplacement } from '../../shared/focus.js'
import type { Connection } from '../../shared/use-events.js'
import { texts } from '../../texts/en/projector.js'
import type { ClassFacts } from '../use-class-events.js'
import { Join } from './join.js'
import { useJoinAddresses } from './join-link.js'
import { useFullScreen } from './use-full-screen.js'
import type { ProjectorAddress } from './use-projector-address.js'

interface ProjectorProps {
  facts: ClassFacts
  learners: readonly ClassBoard[]
  connection: Connection
  address: ProjectorAddress
}

/** What the trainer projects to the class, in large type. */
export function Projector({ facts, learners, connection, address }: ProjectorProps) {
  const { projection, change, close } = address
  const { isFull, toggle } = useFullScreen()
  const addresses = useJoinAddresses()
  const joined = learners.filter((learner) => learner.joined).length
  return (
    <section ref={focusReplacement} tabIndex={-1} class="projector" aria-label={facts.name} data-testid="projector">
      <ConnectionNotice connection={connection} />
      <div class="projector-bar">
        <h1 dir="auto">{facts.name}</h1>
        <p class="buttons">
          {document.fullscreenEnabled && (
            <button type="button" class="quiet" onClick={toggle} aria-keyshortcuts="F" data-testid="full-screen">
              {isFull ? texts.bar.small : texts.bar.full}
            </button>
          )}
          <button type="button" class="quiet" onClick={close} data-testid="toggle-projector">
            {texts.bar.leave}
          </button>
        </p>
      </div>
      <Join
        code={facts.joinCode}
        addresses={addresses}
        url={projection?.address ?? addresses.url}
        joined={joined}
        boards={learners.length}
        onAddress={(url) => change({ address: url })}
      />
      {facts.exercise && <Exercise exercise={facts.exercise} />}
    </section>
  )
}
