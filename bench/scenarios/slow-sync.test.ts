import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { buildSlowSync } from './slow-sync.js'

/** Calls both functions on a file, and prints the times in milliseconds. */
const SCRIPT = `
  const { fdatasyncSync, fsyncSync, openSync } = require('node:fs')
  const file = openSync(process.argv[1], 'w')
  const time = (sync) => { const start = performance.now(); sync(file); return performance.now() - start }
  console.log(JSON.stringify([time(fsyncSync), time(fdatasyncSync)]))
`

t.test('delays fsync and fdatasync of a process', async (t) => {
  const disk = await buildSlowSync(t.testdir())
  if (disk === undefined) return t.comment('This system has no C compiler, or is not Linux')
  t.teardown(disk.close)
  disk.setDelay(150)
  const run = promisify(execFile)(process.execPath, ['-e', SCRIPT, `${t.testdirName}/file`], { env: disk.env })
  for (const milliseconds of JSON.parse((await run).stdout)) t.ok(milliseconds >= 150)
})
