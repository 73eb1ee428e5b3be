import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a package in the path of a file. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** The files of a package that must be passed on with its code. */
const NOTICE_FILE = /^(licen[cs]e|notice|copying)/i

/** The notice of Swagger UI, which its licence (Apache 2.0, section 4d) requires to pass on. */
const SWAGGER_UI_NOTICE = 'swagger-ui\nCopyright 2020-2021 SmartBear Software Inc.'

/**
 * Swagger UI is part of @fastify/swagger-ui, which has another licence and contains neither the licence nor the notice.
 * TypeScript has the same licence.
 */
const SWAGGER_UI = [
  'Swagger UI',
  `${SWAGGER_UI_NOTICE}\n\n${readFileSync(new URL('../node_modules/typescript/LICENSE.txt', import.meta.url), 'utf8')}`,
]

/**
 * Writes the licences of the packages that are bundled.
 *
 * @param inputs the paths of the bundled files
 * @param path the file to write
 */
export function writeNotices(inputs, path) {
  const folders = new Set(inputs.map((input) => PACKAGE_FOLDER.exec(input)?.[0]).filter((folder) => folder))
  const notices = new Map([...[...folders].sort().map(readNotice), SWAGGER_UI])
  writeFileSync(path, [...notices].map(([title, text]) => `${title}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`))
}

function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => NOTICE_FILE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}`, texts.join('\n\n') || `Licence: ${license}`]
}
