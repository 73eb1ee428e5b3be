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

/** The adapters are the same for every variant: the settings of the compiler say whose generated code they use. */
async function drive(variant: string): Promise<void> {
  const args = [
    '--tsconfig',
    `tsconfig.${variant}.json`,
    'drive-variant.ts',
    variant,
    `${address}/api/${variant}`,
  ]
  const child = spawn('node_modules/.bin/tsx', args, { cwd: import.meta.dirname, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
