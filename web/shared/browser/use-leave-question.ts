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
 * Whether a form of the page has unsaved changes. A form that tracks its changes sets `data-edited`. Any other form has
 * unsaved changes if the user has changed a text field. Password fields do not count, because users paste their content.
 */
export function hasEditedForm(): boolean {
  return [...document.forms].some((form) => {
    const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=checkbox], [type=radio], [type=file], [type=password]), textarea',
    )
    return form.dataset.edited === undefined ? [...fields].some(isChanged) : form.dataset.edited === 'true'
  })
}
