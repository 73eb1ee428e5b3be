import { open, realpath, rm } from 'node:fs/promises'

/**
 * Writes a text to a file. If that fails, for example because the disk is full, the incomplete file is removed, so that
 * no other program reads it. A device or a pipe stays.
 */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
  } catch (error) {
    if ((await file.stat()).isFile()) await rm(await realpath(path))
    throw error
  } finally {
    await file.close()
  }
}
