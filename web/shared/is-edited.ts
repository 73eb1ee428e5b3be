type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Whether the user has changed a field of a form. Browsers show some values differently from how they are stored: a text
 * field has no line breaks, a text area has other ones, and a date field has no year 0. A form must not store these
 * changes.
 */
export function isEdited(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name) as Control
  return control.value !== initialValue(control)
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
