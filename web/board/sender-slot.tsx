import type { ComponentChildren, ComponentType } from 'preact'
import { useContext, useEffect, useId, useState } from 'preact/hooks'
import { RequestFailed } from '../shared/api.js'
import { Failure } from '../shared/failure.js'
import { useRequest } from '../shared/use-request.js'
import { requests } from '../texts/en/requests.js'
import { BoardContext } from './board-context.js'
import type { SenderProps } from './request-sender.js'

const { sender: texts } = requests

type Sender = ComponentType<SenderProps>

const NEW_REQUEST = 'new-request'

/** Whether a fragment asks for the request sender, for example `#buggy?request=new`. */
function hasNewRequest(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^[^?]*/, '')).get('request') === 'new'
}

/** Opens the request sender, or goes to its button if it is open. */
export function openSender(): void {
  const button = document.getElementById(NEW_REQUEST)
  if (button?.ariaExpanded === 'false') button.click()
  else button?.focus()
}

interface SenderSlotProps extends Omit<SenderProps, 'board' | 'isOpen'> {
  /** The heading beside the button. */
  children: ComponentChildren
}

/** The button that opens the request sender. The sender is loaded when it is opened first. */
export function SenderSlot({ children, ...steps }: SenderSlotProps) {
  const [Sender, setSender] = useState<Sender>()
  const [isOpen, setOpen] = useState(false)
  const { failure, run } = useRequest<void>()
  const board = useContext(BoardContext)
  const id = useId()
  const load = () =>
    run(async () => {
      const { RequestSender } = await import('./request-sender.js').catch(() => {
        throw new RequestFailed(texts.loadFailed)
      })
      setSender(() => RequestSender)
    })
  function toggle() {
    setOpen(!isOpen)
    if (!isOpen && Sender === undefined) load()
  }
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
