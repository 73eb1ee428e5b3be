import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EARLIER, type Generator, IS_ALL, TESTED, TESTED_SCHEMAS } from './generators.ts'
import { EARLIER_VARIANTS, TESTED_VARIANTS, WITH_SCHEMAS } from './variants.ts'

const run = promisify(execFile)
const cwd = import.meta.dirname

await rm(`${cwd}/generated`, { recursive: true, force: true })
for (const { name, command } of TESTED) {
  await Promise.all(TESTED_VARIANTS.map((variant) => generate(command, `${variant}.json`, `${name}/${variant}`)))
  console.log(`${name}: generated for ${TESTED_VARIANTS.join(', ')}`)
}

const names = TESTED.map(({ name }) => name)
for (const variant of TESTED_VARIANTS) await writeSettings(variant, names, names)

for (const variant of EARLIER_VARIANTS) {
  await generate(EARLIER.command, `earlier/${variant}.json`, `${EARLIER.name}/earlier-${variant}`)
  await writeSettings(`earlier-${variant}`, [EARLIER.name], ['earlier'])
}
if (IS_ALL) console.log(`${EARLIER.name}: generated for the earlier edition of ${EARLIER_VARIANTS.join(', ')}`)

for (const { name, command } of TESTED_SCHEMAS) {
  await Promise.all(WITH_SCHEMAS.map((document) => execute(command, `${document}.json`, `${name}/${document}`)))
  console.log(`${name}: generated for ${WITH_SCHEMAS.join(', ')}`)
}
for (const document of IS_ALL ? WITH_SCHEMAS : []) {
  // Its types do not allow the `null` of nullable enumerations (docs/clients/typescript.md).
  const file = `${cwd}/generated/openapi-zod-client/${document}/index.ts`
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(z\s*\.enum\(\[[^\]]*?),\s*null,?\s*\]/g, '$1]'))
}
const include = TESTED_SCHEMAS.map(({ name }) => name)
const compilerOptions = { noUncheckedIndexedAccess: false }
await writeFile(
  `${cwd}/generated/tsconfig.schemas.json`,
  JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include }),
)

/** Writes the settings of the compiler for the clients of a document and their adapters. Only v2 has sessions. */
async function writeSettings(document: string, generators: string[], adapters: string[]) {
  const folders = document.endsWith('v2') ? ['adapters', 'adapters/auth'] : ['adapters']
  const paths = {
    '@generated/*': [`./*/${document}`],
    '@generated/hey-api/client': [`./hey-api/${document}/client`],
  }
  const include = [
    ...generators.map((name) => `${name}/${document}`),
    ...folders.flatMap((folder) => adapters.map((name) => `../${folder}/${name}.ts`)),
  ]
  const settings = { extends: '../tsconfig.json', compilerOptions: { skipLibCheck: false, paths }, include }
  await writeFile(`${cwd}/generated/tsconfig.${document}.json`, JSON.stringify(settings))
}

/** Generates one client, and removes `@ts-nocheck`, so that the compiler checks all of the generated code. */
async function generate(command: Generator['command'], file: string, folder: string) {
  await execute(command, file, folder)
  const index = `${cwd}/generated/${folder}/index.ts`
  await writeFile(index, (await readFile(index, 'utf8')).replace('// @ts-nocheck\n', ''))
}

/** Runs a generator. */
async function execute(command: Generator['command'], file: string, folder: string) {
  const document = `../../openapi/${file}`
  const directory = `generated/${folder}`
  await mkdir(`${cwd}/${directory}`, { recursive: true })
  const [bin = '', ...args] = command(document, directory)
  await run(`node_modules/.bin/${bin}`, args, {
    cwd,
    env: { ...process.env, DOCUMENT: document, DIRECTORY: directory, DO_NOT_TRACK: '1' },
  })
}
