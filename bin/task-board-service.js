#!/usr/bin/env node
// This file is not built, so npx finds it in a checkout before the first build.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'

const commands = new URL('../dist/cli.js', import.meta.url)
if (!hasFolder()) {
  console.error('task-board-service: The current folder does not exist any more')
  process.exitCode = 1
} else if (existsSync(commands)) {
  // Node.js 22.8 and later keep the compiled code for the next start. They would create a folder that is missing.
  if (existsSync(tmpdir())) module.enableCompileCache?.()
  await import(commands).catch((error) => {
    if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error
    // Node.js loads the modules before the commands can handle the error.
    console.error(`task-board-service: ${error.message}: raise the limit of open files (ulimit -n 1024)`)
    process.exitCode = 1
  })
} else {
  console.error('task-board-service: This checkout is not built: run npm ci && npm run build')
  process.exitCode = 1
}

/** Whether the current folder exists. Node.js cannot load some modules without it. */
function hasFolder() {
  try {
    return Boolean(process.cwd())
  } catch {
    return false
  }
}
