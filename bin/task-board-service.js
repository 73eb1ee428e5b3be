#!/usr/bin/env node
// This file is not built, so npx finds it in a checkout before the first build.
import { existsSync } from 'node:fs'

const commands = new URL('../dist/cli.js', import.meta.url)
if (existsSync(commands)) {
  await import(commands)
} else {
  console.error('task-board-service: This checkout is not built: run npm ci && npm run build')
  process.exitCode = 1
}
