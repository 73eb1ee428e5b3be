import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a package in the path of a file. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** The files of a package that must be passed on with its code. */
const NOTICE_FILE = /^(licen[cs]e|notice|copying)/i

/**
 * Returns the packages that are bundled, with their folders and the contents of their `package.json`.
 *
 * @param inputs the paths of the bundled files
 */
export function findPackages(inputs) {
  const folders = new Set(inputs.map((input) => PACKAGE_FOLDER.exec(input)?.[0]).filter((folder) => folder))
  return [...folders].sort().map((folder) => ({
    folder,
    ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  }))
}

/**
 * Writes the licences of the packages that are bundled.
 *
 * @param inputs the paths of the bundled files
 * @param path the file to write
 */
export function writeNotices(inputs, path) {
  const notices = findPackages(inputs).map(formatNotice)
  writeFileSync(path, notices.join(`\n${'-'.repeat(80)}\n\n`))
}

function formatNotice({ folder, name, version, license }) {
  const files = readdirSync(folder).filter((file) => NOTICE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return `${name} ${version}\n\n${texts.join('\n\n') || `Licence: ${license}`}\n`
}
