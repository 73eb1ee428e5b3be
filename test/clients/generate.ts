import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EARLIER, type Generator, SCHEMA_GENERATORS, TESTED } from './generators.ts'
import { EARLIER_VARIANTS, VARIANTS, WITH_SCHEMAS } from './variants.ts'

const run = promisify(execFile)
const cwd = import.meta.dirname

await rm(`${cwd}/generated`, { recursive: true, force: true })
for (const { name, command } of TESTED) {
  await Promise.all(VARIANTS.map((variant) => generate(command, `${variant}.json`, `${name}/${variant}`)))
  console.log(`${name}: generated for ${VARIANTS.join(', ')}`)
}

for (const variant of VARIANTS) {
  const adapters = variant === 'v2' ? ['adapters', 'adapters/auth'] : ['adapters']
  const include = TESTED.flatMap(({ name }) => [
    `${name}/${variant}`,
    ...adapters.map((folder) => `../${folder}/${name}.ts`),
  ])
  const settings = { extends: `../tsconfig.${variant}.json`, include }
  await writeFile(`${cwd}/generated/tsconfig.${variant}.json`, JSON.stringify(settings))
}

for (const variant of EARLIER_VARIANTS) {
  const directory = `${EARLIER.name}/earlier-${variant}`
  await generate(EARLIER.command, `earlier/${variant}.json`, directory)
  const settings = {
    extends: '../tsconfig.json',
    compilerOptions: { skipLibCheck: false, paths: { [`@generated/${EARLIER.name}`]: [`./${directory}`] } },
    include: [directory, `../earlier/${variant}.ts`],
  }
  await writeFile(`${cwd}/generated/tsconfig.earlier-${variant}.json`, JSON.stringify(settings))
}
console.log(`${EARLIER.name}: generated for the earlier edition of ${EARLIER_VARIANTS.join(', ')}`)

for (const { name, command } of SCHEMA_GENERATORS) {
  await Promise.all(WITH_SCHEMAS.map((document) => execute(command, `${document}.json`, `${name}/${document}`)))
  console.log(`${name}: generated for ${WITH_SCHEMAS.join(', ')}`)
}
for (const document of WITH_SCHEMAS) {
  // Its types do not allow the `null` of nullable enumerations (docs/clients/typescript.md).
  const file = `${cwd}/generated/openapi-zod-client/${document}/index.ts`
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(z\s*\.enum\(\[[^\]]*?),\s*null,?\s*\]/g, '$1]'))
}
const include = SCHEMA_GENERATORS.map(({ name }) => name)
const compilerOptions = { noUncheckedIndexedAccess: false }
await writeFile(
  `${cwd}/generated/tsconfig.schemas.json`,
  JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include }),
)

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
