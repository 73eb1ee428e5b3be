import { useState } from 'preact/hooks'
import { TEXTS } from '../texts/en.js'

/** How long the button confirms that it has copied, in milliseconds. */
const CONFIRMATION = 2000

interface CopyableProps {
  label: string
  value: string
  testId: string
  hint?: string
}

/** A value with its label and a button that copies it. */
export function Copyable({ label, value, testId, hint }: CopyableProps) {
  return (
    <div class="copyable">
      <dt>{label}</dt>
      <dd>
        <code data-testid={testId}>{value}</code>
        <CopyButton label={label} value={value} />
      </dd>
      {hint && <dd class="hint">{hint}</dd>}
    </div>
  )
}

/** A button that copies a text. */
export function CopyButton({ label, value }: Pick<CopyableProps, 'label' | 'value'>) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), CONFIRMATION)
  }
  return (
    <button type="button" class="quiet" onClick={copy} aria-label={`${TEXTS.common.copy}: ${label}`}>
      <span aria-live="polite">{isCopied ? TEXTS.common.copied : TEXTS.common.copy}</span>
    </button>
  )
}
