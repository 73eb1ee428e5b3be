/** Runs esbuild, and replaces only the files that have changed: a service that runs or starts reads the others. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'

/** Builds as `build` of esbuild does. */
export async function buildChanged(options) {
  const result = await build({ ...options, write: false, metafile: true })
  for (const { path, contents } of result.outputFiles) replaceFile(path, contents)
  return result
}

/** Replaces a file unless it has this content. Others see the old content or the new one, never a part of it. */
export function replaceFile(path, contents) {
  if (readIfExists(path)?.equals(Buffer.from(contents))) return
  mkdirSync(dirname(path), { recursive: true })
  const written = `${path}.${process.pid}.tmp`
  writeFileSync(written, contents)
  renameSync(written, path)
}

function readIfExists(path) {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
