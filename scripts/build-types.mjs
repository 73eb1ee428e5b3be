/**
 * Writes the types of the library, and types of the API from the OpenAPI documents, into `dist/`. Only the package needs
 * them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
const DOCUMENTS = join(ROOT, 'openapi')
/** The modules of the library with its public types. They import nothing else into their declarations. */
const LIBRARY = ['index', 'types']

for (const name of LIBRARY) {
  const source = readFileSync(join(ROOT, `src/app/library/${name}.ts`), 'utf8')
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    fileName: `${name}.ts`,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, isolatedDeclarations: true },
  })
  if (diagnostics?.length) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})))
  writeFileSync(join(DIST, `${name}.d.ts`), outputText)
}

mkdirSync(join(DIST, 'openapi'), { recursive: true })
for (const file of readdirSync(DOCUMENTS).filter((name) => /^\w+\.json$/.test(name))) {
  const types = await openapiTypescript(pathToFileURL(join(DOCUMENTS, file)), { silent: true })
  writeFileSync(join(DIST, 'openapi', file.replace(/json$/, 'd.ts')), astToString(types))
}
