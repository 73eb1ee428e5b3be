/** Writes the parts of the documentation that are written from the code, and the picture of the houses: `npm run write -- reference`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { drawHouses } from './folders.js'
import { replaceGenerated } from './markdown.js'
import { REFERENCE } from './reference.js'

for (const { page, part, write } of REFERENCE) {
  const file = `docs/${page}.md`
  writeFileSync(file, replaceGenerated(readFileSync(file, 'utf8'), part, write()))
}
writeFileSync('docs/images/houses.svg', drawHouses())
