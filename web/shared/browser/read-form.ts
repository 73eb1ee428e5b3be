/** Keeps the browser from sending a form that is submitted, and returns the form with what the user has entered. */
export function readForm(event: SubmitEvent): { form: HTMLFormElement; data: FormData } {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  return { form, data: new FormData(form) }
}
