import { execFile } from 'node:child_process'
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The size of an installation, in bytes. */
export interface Size {
  dependencies: number
  build: number
}

/**
 * Installs the runtime dependencies into an empty folder and measures their size, and that of the build.
 *
 * @param root the folder of the project, which must be built
 */
export async function measureSize(root: string, folder: string): Promise<Size> {
  await mkdir(folder)
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(root, file), join(folder, file))
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--silent'], {
    cwd: folder,
  })
  return {
    dependencies: await bytesOf(join(folder, 'node_modules')),
    build: await bytesOf(join(root, 'dist')),
  }
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await lstat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
