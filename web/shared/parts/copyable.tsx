import { useState } from 'preact/hooks'
import { common } from '../../texts/en/common.js'
import { Icon } from './icon.js'
import { Check, Copy } from './icons.js'

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

interface CopyButtonProps extends Pick<CopyableProps, 'label' | 'value'> {
  /** The text of the button. */
  text?: string
  testId?: string
  class?: string
}

/** A button that copies a text. */
export function CopyButton({ label, value, text = common.copy, testId, class: style = 'quiet' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  async function copy({ currentTarget }: { currentTarget: HTMLElement }) {
    await copyText(value, currentTarget)
    setCopied(true)
    setTimeout(() => setCopied(false), CONFIRMATION)
  }
  const shown = isCopied ? common.copied : text
  return (
    <button type="button" class={style} onClick={copy} aria-label={`${shown}: ${label}`} data-testid={testId}>
      <Icon of={isCopied ? Check : Copy} />
      <span aria-live="polite">{shown}</span>
    </button>
  )
}

/** Copies a text for a button. Without TLS, browsers have no `navigator.clipboard`, but they can copy a selection. */
async function copyText(text: string, button: HTMLElement): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden'
  // A modal dialog allows only its own content to be selected.
  button.after(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  button.focus()
}
