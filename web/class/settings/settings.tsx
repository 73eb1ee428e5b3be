import { useEffect, useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { send } from '../../shared/service/api.js'
import { certificate } from '../../texts/en/certificate.js'
import { texts } from '../../texts/en/class.js'
import type { Draft } from '../exercise/draft.js'
import { hasResults } from '../exercise/exercise-changes.js'
import { ExerciseForm } from '../exercise/exercise-form.js'
import type { Profiles } from '../exercise/faults-form.js'
import type { Access } from '../service/class-api.js'
import type { ClassFacts } from '../service/use-class-events.js'
import { Actions } from './actions.js'
import { BoardsForm } from './boards-form.js'
import { CertificateForm } from './certificate-form.js'
import { Codes } from './codes.js'
import { FaultSettings } from './fault-settings.js'

const { settings: labels } = texts

interface SettingsProps {
  facts: ClassFacts
  learners: readonly ClassBoard[]
  /** @param draft the exercise in the form while it is open and edited */
  onDraft(draft: Draft | undefined): void
  onAccess(access: Access | undefined): void
}

/** Everything that the trainer can configure. */
export function Settings({ facts, learners, onDraft, onAccess }: SettingsProps) {
  const profiles = useProfiles()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<Draft>()
  useEffect(() => onDraft(isOpen ? draft : undefined), [isOpen, draft, onDraft])
  return (
    <section aria-labelledby="settings" class="settings">
      <h2 id="settings">{labels.heading}</h2>
      <details
        id="exercise-settings"
        open={facts.exercise === undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        data-testid="exercise-settings"
      >
        <summary>{labels.exercise}</summary>
        <ExerciseForm
          exercise={facts.exercise}
          profiles={profiles}
          hasResults={hasResults(facts.exercise, learners)}
          onDraft={setDraft}
        />
      </details>
      <FaultSettings profiles={profiles} facts={facts} />
      <details id="add-learners" data-testid="boards-settings">
        <summary>{labels.boards}</summary>
        <BoardsForm learners={learners} />
      </details>
      <details data-testid="code-settings">
        <summary>{labels.codes}</summary>
        <Codes facts={facts} onAccess={onAccess} />
      </details>
      <details data-testid="certificates">
        <summary>{certificate.form.heading}</summary>
        <CertificateForm />
      </details>
      <Actions facts={facts} onDeleted={() => onAccess(undefined)} />
    </section>
  )
}

interface ManagementDocument {
  components: { schemas: { FaultSettingsInput: { properties: { profile: { 'x-enumDescriptions': Profiles } } } } }
}

/** Reads the fault profiles with their descriptions from the OpenAPI document. */
function useProfiles(): Profiles {
  const [profiles, setProfiles] = useState<Profiles>({})
  useEffect(() => {
    send<ManagementDocument>('GET', '/control/openapi.json').then(
      ({ components }) => {
        setProfiles(components.schemas.FaultSettingsInput.properties.profile['x-enumDescriptions'])
      },
      // Without the document, the forms offer no profiles.
      () => {},
    )
  }, [])
  return profiles
}
