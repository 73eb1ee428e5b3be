#!/usr/bin/env node
import '../tick-object.js'
import { runProgram } from './program.js'

// The reader of the messages can end early, such as `head`. The command must complete its work all the same.
process.stderr.on('error', () => {})

const code = await runProgram(process.argv.slice(2))
// A failed command can leave threads behind. The service runs on after a success.
if (code !== 0) process.exit(code)
