import { requests } from '../../texts/en/requests.js'
import type { Draft } from './draft.js'

const { sender: texts } = requests

interface SenderHistoryProps {
  history: readonly Draft[]
  onChoose(draft: Draft): void
  onClear(): void
}

/** The requests that the user has sent with the form, each of which fills the form again. */
export function SenderHistory({ history, onChoose, onClear }: SenderHistoryProps) {
  if (history.length === 0) return null
  return (
    <details class="sender-history">
      <summary data-testid="sender-history">{texts.history(history.length)}</summary>
      <ul>
        {history.map((draft) => (
          <li key={JSON.stringify(draft)}>
            <button type="button" class="link" onClick={() => onChoose(draft)} data-testid="sent-before">
              <code>
                <strong>{draft.method}</strong> {`/api/${draft.variant}${draft.path}`}
              </code>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet" onClick={onClear} data-testid="clear-history">
        {texts.clearHistory}
      </button>
    </details>
  )
}
