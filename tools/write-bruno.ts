/** Writes the Bruno collections to examples/tools/bruno/: `npm run write -- collections`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brunoCollections } from './bruno-files.js'

for (const { folder, files } of await brunoCollections()) {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
