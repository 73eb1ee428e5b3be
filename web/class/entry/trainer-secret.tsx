import { saveFile } from '../../shared/browser/save-file.js'
import { Copyable } from '../../shared/parts/copyable.js'
import { texts } from '../../texts/en/class.js'
import { trainerLink } from './trainer-link.js'

const { secret: labels } = texts

interface TrainerSecretProps {
  /** The id of the class. */
  id: string
  name: string
  joinCode: string
  secret: string
  /** The test id of the secret. */
  testId: string
}

/** A trainer secret that is shown once, with the link that signs in, and a button that saves both in a file. */
export function TrainerSecret({ id, name, joinCode, secret, testId }: TrainerSecretProps) {
  const link = trainerLink({ id, token: secret })
  function save() {
    const lines = [name, `${labels.joinCode}: ${joinCode}`, `${labels.label}: ${secret}`, `${labels.link}: ${link}`]
    saveFile(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }), labels.fileName(name))
  }
  return (
    <div class="trainer-secret">
      <dl>
        <Copyable label={labels.label} value={secret} testId={testId} />
        <Copyable label={labels.link} value={link} hint={labels.hint} testId="trainer-link" />
      </dl>
      <button type="button" class="quiet" onClick={save} data-testid="save-secrets">
        {labels.save}
      </button>
    </div>
  )
}
