/** The file of the setting `URL_FILE`. */
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'

/** Refuses a path that exists and is no regular file: a pipe could block the process, and a link would be deleted. */
function refuseOthers(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error(`${path} is no regular file`)
}

/** Writes the URL of the service to a file. The service also runs if it cannot write the file. */
export function writeUrl(log: FastifyBaseLogger, file: string, url: string): void {
  try {
    refuseOthers(file)
    writeFileSync(file, `${url}\n`)
  } catch (err) {
    log.warn({ err }, 'URL_FILE cannot be written')
  }
}

/** Returns the URL in a file, or `undefined` if there is none. */
export function readUrl(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    refuseOthers(file)
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Deletes the file with the URL, unless the service that replaces this one has written its own. */
export function removeUrl(file: string, url: string): void {
  try {
    if (readUrl(file) === url) rmSync(file)
  } catch {
    // This user may write the file, but not delete it.
  }
}
