/** The key code of keys that an input method has processed (UI Events, section 8.3). */
const PROCESSED = 229

/**
 * Whether a key is Enter, and not the Enter with which an input method confirms its text. In Safari, only the key code of
 * the latter is different, because its event comes after the end of the composition.
 */
export function isEnter({ key, isComposing, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && keyCode !== PROCESSED
}
