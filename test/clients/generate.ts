import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Generator, TESTED } from './generators.ts'
import { VARIANTS } from './variants.ts'

const run = promisify(execFile)
const cwd = import.meta.dirname

await rm(`${cwd}/generated`, { recursive: true, force: true })
for (const { name, command } of TESTED) {
  await Promise.all(VARIANTS.map((variant) => generate(name, command, variant)))
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

/** Generates one client, and removes `@ts-nocheck`, so that the compiler checks all of the generated code. */
async function generate(name: string, command: Generator['command'], variant: string) {
  const document = `../../openapi/${variant}.json`
  const directory = `generated/${name}/${variant}`
  await mkdir(`${cwd}/${directory}`, { recursive: true })
  const [bin = '', ...args] = command(document, directory)
  await run(`node_modules/.bin/${bin}`, args, {
    cwd,
    env: { ...process.env, DOCUMENT: document, DIRECTORY: directory, DO_NOT_TRACK: '1' },
  })
  const index = `${cwd}/${directory}/index.ts`
  await writeFile(index, (await readFile(index, 'utf8')).replace('// @ts-nocheck\n', ''))
}
