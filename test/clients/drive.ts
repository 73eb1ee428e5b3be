import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startServer } from './server.ts'
import { VARIANTS } from './variants.ts'

const { address, stop } = await startServer()
try {
  for (const variant of VARIANTS) await drive(variant)
} finally {
  await stop()
}

/** All variants use the same adapters. The compiler settings select the generated code of the variant. */
async function drive(variant: string): Promise<void> {
  const args = ['--tsconfig', `tsconfig.${variant}.json`, 'drive-variant.ts', variant, `${address}/api/${variant}`]
  const child = spawn('node_modules/.bin/tsx', args, { cwd: import.meta.dirname, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
