import { useEffect, useRef } from 'preact/hooks'
import { isChanged } from './is-edited.js'

/**
 * Lets the browser ask before it leaves the page, also with Back, while there are changes that are not saved.
 *
 * @param hasChanges returns whether there are such changes
 */
export function useLeaveQuestion(hasChanges: () => boolean): void {
  const latest = useRef(hasChanges)
  latest.current = hasChanges
  useEffect(() => {
    const question = (event: Event) => latest.current() && event.preventDefault()
    addEventListener('beforeunload', question)
    return () => removeEventListener('beforeunload', question)
  }, [])
}

/**
 * Whether a form of the page has changes that are not saved. A form that knows this itself has it in `data-edited`. In the
 * others, the user has changed a text. Passwords do not count, because nobody writes them here.
 */
export function hasEditedForm(): boolean {
  return [...document.forms].some((form) => {
    const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=checkbox], [type=radio], [type=file], [type=password]), textarea',
    )
    return form.dataset.edited === undefined ? [...fields].some(isChanged) : form.dataset.edited === 'true'
  })
}
