/** Returns the code blocks of a page, in order. */
export function readBlocks(page: string): { language: string; code: string }[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({ language, code }))
}
