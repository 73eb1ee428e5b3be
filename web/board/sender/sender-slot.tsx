import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useId, useState } from 'preact/hooks'
import { Failure } from '../../shared/service/failure.js'
import { requests } from '../../texts/en/requests.js'
import { BoardContext } from '../service/board-context.js'
import { useLazyPart } from '../shell/lazy-part.js'
import { chooseTab } from '../shell/panel-tabs.js'
import type { SenderProps } from './request-sender.js'

const { sender: texts } = requests

const load = async () => (await import('../rare-parts.js')).RequestSender

const NEW_REQUEST = 'new-request'

/** Whether a fragment asks for the request sender, for example `#buggy?request=new`. */
export function hasNewRequest(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^[^?]*/, '')).get('request') === 'new'
}

/** Opens the request sender in its tab, and moves the focus to its path. */
export function openSender(): void {
  chooseTab('requests')
  const button = document.getElementById(NEW_REQUEST)
  // A sender that opens, or is still loading, takes the focus itself.
  if (button?.ariaExpanded === 'false') button.click()
  // The tab shows its content before the next frame.
  else requestAnimationFrame(() => document.querySelector<HTMLElement>('.sender [name=path]')?.focus())
}

/** Opens the request sender, or sends its request if it is open already. */
export function openSenderOrSend(): void {
  const form = document.querySelector<HTMLFormElement>('.sender form')
  const isOpen = document.getElementById(NEW_REQUEST)?.ariaExpanded === 'true'
  openSender()
  if (isOpen) form?.requestSubmit()
}

interface SenderSlotProps extends Omit<SenderProps, 'board' | 'isOpen'> {
  /** What is beside the button. */
  children?: ComponentChildren
}

/** The button that opens the request sender. The sender is loaded when it is opened first. */
export function SenderSlot({ children, ...steps }: SenderSlotProps) {
  const [isOpen, setOpen] = useState(false)
  const { Part: Sender, failure } = useLazyPart<SenderProps>(isOpen, load, texts.loadFailed)
  const board = useContext(BoardContext)
  const id = useId()
  const toggle = () => setOpen(!isOpen)
  useEffect(() => {
    if (!hasNewRequest(location.hash)) return
    document.getElementById('requests')?.scrollIntoView()
    toggle()
  }, [])
  return (
    <>
      <div class="request-heading">
        {children}
        <button
          id={NEW_REQUEST}
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          data-testid="open-sender"
        >
          {texts.open}
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        <Failure failure={failure} />
        {Sender && board && <Sender board={board} isOpen={isOpen} {...steps} />}
      </div>
    </>
  )
}
