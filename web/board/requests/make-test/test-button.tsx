import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { requests } from '../../../texts/en/requests.js'
import type { RecordedOptions } from '../../service/use-recorded.js'
import type { Target } from '../send-again.js'

/** A request with which a test is made. */
export interface TestedRequest extends Pick<RecordedOptions, 'number' | 'requestId' | 'known' | 'token'> {
  target: Target
}

export interface TestDialogProps extends TestedRequest {
  onClose(): void
}

const { makeTest: texts } = requests

interface TestButtonProps extends TestedRequest {
  /** The dialog; `undefined` until it is loaded. */
  Dialog: ComponentType<TestDialogProps> | undefined
  onOpen?(): void
}

/** The button that makes a request a test. */
export function TestButton({ Dialog, onOpen, ...request }: TestButtonProps) {
  const [isOpen, setOpen] = useState(false)
  function open() {
    setOpen(true)
    onOpen?.()
  }
  const { method, path } = request.target
  return (
    <>
      <button
        type="button"
        class="link no-print"
        aria-label={texts.label(`${method} ${path}`)}
        aria-haspopup="dialog"
        onClick={open}
        data-testid="make-test"
      >
        {texts.make}
      </button>
      {isOpen && Dialog && <Dialog {...request} onClose={() => setOpen(false)} />}
    </>
  )
}
