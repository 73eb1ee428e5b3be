import { rmSync } from 'node:fs'
import { SUFFIXES } from './file-identity.js'

/** Removes the files of a database that no program uses. */
export function removeFiles(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true })
}
