/** Plays the scenario of each document of this run, in a process that finds the generated code of the document. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startServer } from './server.ts'
import { EARLIER_VARIANTS, TESTED_VARIANTS, type Variant } from './variants.ts'

await driveAll('current', TESTED_VARIANTS, '')
await driveAll('earlier', EARLIER_VARIANTS, 'earlier-')

async function driveAll(EDITION: string, variants: readonly Variant[], prefix: string) {
  if (variants.length === 0) return
  const { address, stop } = await startServer({ EDITION })
  for (const variant of variants) {
    const document = prefix + variant
    const args = ['--tsconfig', `generated/tsconfig.${document}.json`, 'drive-variant.ts', document]
    const options = { cwd: import.meta.dirname, stdio: 'inherit' } as const
    const child = spawn('node_modules/.bin/tsx', [...args, `${address}/api/${variant}`], options)
    const [code] = await once(child, 'exit')
    if (code !== 0) process.exitCode = 1
  }
  await stop()
}
