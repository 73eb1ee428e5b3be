type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Whether the user has changed a field of a form. Browsers show some values differently from how they are stored: a text
 * field has no line breaks, a text area has other ones, and a date field has no year 0. A form must not store these
 * changes.
 */
export function isEdited(form: HTMLFormElement, name: string): boolean {
  return isChanged(form.elements.namedItem(name) as Control)
}

/** Whether the value of a field differs from its initial one. */
export function isChanged(control: Control): boolean {
  return control.value !== initialValue(control)
}

/**
 * Shows the stored values in the text fields that the user is not editing. A browser keeps the value of a field that was ever
 * edited, even after it was saved, so the next save would overwrite a change by another client.
 *
 * @param edited the names of the fields that have changes that are not saved
 */
export function showStored(form: HTMLFormElement, edited: ReadonlySet<string>): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=checkbox]), textarea')
  for (const control of fields) {
    if (!edited.has(control.name)) control.value = initialValue(control) ?? ''
  }
}

function initialValue(control: Control): string | undefined {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value
  }
  const fresh = document.createElement(control.localName) as HTMLInputElement | HTMLTextAreaElement
  if (fresh instanceof HTMLInputElement) fresh.type = control.type
  fresh.defaultValue = control.defaultValue
  return fresh.value
}
