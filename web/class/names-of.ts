/** Returns the names in a text with one name per line. */
export function namesOf(text: FormDataEntryValue | null): string[] {
  return String(text ?? '')
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
