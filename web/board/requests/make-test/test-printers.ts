/** What writes tests. It is loaded when the user makes the first one, and shares no code with the rest of the page. */
import { strToU8, zipSync } from 'fflate'

export { planExchange } from '../../../../src/rules/exposures/plan/plan-exchange.js'
export { STYLES } from '../../../../src/rules/exposures/print/styles.js'

/** Puts texts into a zip file, by their paths. */
export function zipFiles(files: Readonly<Record<string, string>>): Blob {
  const bytes = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  return new Blob([zipSync(Object.fromEntries(bytes))], { type: 'application/zip' })
}
