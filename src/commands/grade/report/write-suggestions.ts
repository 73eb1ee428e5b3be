import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailed } from '../../../contract/command-failed.js'
import { counted } from '../../../contract/numbers.js'
import type { Style } from '../../../rules/exposures/print/styles.js'
import type { Suggestion } from './suggestions.js'

/**
 * Writes suggestions to a folder, with the files of a project that runs them. Files that exist stay as they are.
 *
 * @returns what was written, as lines for the user
 * @throws CommandFailed if a file cannot be written
 */
export async function writeSuggestions(
  folder: string,
  style: Style,
  suggestions: readonly Suggestion[],
): Promise<string[]> {
  if (suggestions.length === 0) return [`There are no suggestions to write to ${folder}.`]
  const kept: string[] = []
  const files = [...Object.entries(style.project), ...suggestions.map(({ file, code }) => [file, code] as const)]
  for (const [name, content] of files) if (!(await writeNew(name, content))) kept.push(name)
  return [
    `${folder} has ${counted(suggestions.length, 'suggested test')} (${style.title}). They run in that folder with: ${style.command}`,
    ...kept.map((file) => `Kept ${join(folder, file)}: it exists with other content.`),
  ]

  /** Returns whether the file has the content now. */
  async function writeNew(name: string, content: string): Promise<boolean> {
    const path = join(folder, name)
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content, { flag: 'wx' })
      return true
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new CommandFailed(`Cannot write ${path}: ${message}`)
      return (await readFile(path, 'utf8')) === content
    }
  }
}
