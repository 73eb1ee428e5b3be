import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { UnreadableReport } from '../../../src/commands/grade/tools/finding.js'
import { createReportFiles } from '../../../src/commands/grade/tools/tool-report-file.js'

t.test('a report has no byte order mark, in UTF-8 and in UTF-16', async (t) => {
  const files = await createReportFiles()
  t.teardown(() => files.close())
  const text = '{"check": "Größe"}\n'
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), little, Buffer.from(little).swap16()]) {
    const path = files.next()
    writeFileSync(path, bytes)
    t.equal(await files.take(path), text)
    t.equal(await files.take(path), null, 'it is deleted')
  }
})

t.test('a report that is not a regular file is refused at once', async (t) => {
  const files = await createReportFiles()
  t.teardown(() => files.close())
  const makers: ((path: string) => unknown)[] = [
    (path) => mkdirSync(path),
    (path) => execFileSync('mkfifo', [path]),
    (path) => symlinkSync('/dev/zero', path),
  ]
  for (const make of makers) {
    const path = files.next()
    make(path)
    await t.rejects(
      files.take(path),
      new UnreadableReport('Cannot read the report of the tool: it is not a regular file'),
    )
  }
})
