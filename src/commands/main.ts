#!/usr/bin/env node
import './tick-object.js'
import { runProgram } from './program.js'

// The reader of the output can end early, such as `head`. The command must complete its work all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

// A request to a server that closes its connections can leave nothing for Node.js to wait for. It would then exit without
// a message. The time limit of the request ends the wait.
const alive = setInterval(() => {}, 60_000)
const code = await runProgram(process.argv.slice(2))
clearInterval(alive)
// A failed command can leave threads behind. After a successful start, the service keeps running.
if (code !== 0) process.exit(code)
