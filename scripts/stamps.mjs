/** Remembers the state of files, so that only what has changed is compiled again. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Opens a file of stamps. It is valid in this folder only, because compiled files contain its path. */
export function createStamps(path) {
  const file = join(ROOT, path)
  const { root, stamps: before } = read(file)
  const known = root === ROOT ? before : {}
  let now = {}
  return {
    /** Returns the files whose stamps the file has. */
    files: () => Object.keys(known),
    /** Returns those files that have changed since the last time. */
    changed(files) {
      now = Object.fromEntries(files.map((name) => [name, stampOf(join(ROOT, name))]))
      return files.filter((name) => now[name] !== known[name])
    },
    /** Stores the stamps of the last call of `changed`. */
    save() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ root: ROOT, stamps: now }))
    },
  }
}

function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'none' : `${stat.mtimeMs} ${stat.size}`
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
