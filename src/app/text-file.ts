/**
 * Decodes the bytes of a text file. A byte order mark is not part of the text.
 *
 * @throws Error if the text is not UTF-8. PowerShell, for example, can write UTF-16.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Texts in UTF-16 without a byte order mark can be valid UTF-8.
    if (!text.includes('\0')) return text
  } catch {
    // The error below is clearer.
  }
  throw new Error('the file is not UTF-8 text')
}
