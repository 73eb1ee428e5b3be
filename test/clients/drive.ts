import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startServer } from './server.ts'
import { EARLIER_VARIANTS, VARIANTS, type Variant } from './variants.ts'

/** All variants use the same adapters. The compiler settings select the generated code of the variant. */
await driveAll({}, VARIANTS, (variant, baseUrl) => [
  '--tsconfig',
  `tsconfig.${variant}.json`,
  'drive-variant.ts',
  variant,
  baseUrl,
])
await driveAll({ EDITION: 'earlier' }, EARLIER_VARIANTS, (variant, baseUrl) => [`earlier/${variant}.ts`, baseUrl])

/** Starts a server, and runs a script for each of some variants. */
async function driveAll(
  env: Record<string, string>,
  variants: readonly Variant[],
  argsOf: (variant: Variant, baseUrl: string) => string[],
) {
  const { address, stop } = await startServer(env)
  try {
    for (const variant of variants) await run(argsOf(variant, `${address}/api/${variant}`))
  } finally {
    await stop()
  }
}

async function run(args: string[]): Promise<void> {
  const child = spawn('node_modules/.bin/tsx', args, { cwd: import.meta.dirname, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
