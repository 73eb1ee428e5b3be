import { readFile } from 'node:fs/promises'
import t from 'tap'
import { ownStore } from '../helper.js'
import { startListening } from '../raw-http.js'
import { startBrowser } from './browser.js'
import { execute, fillInParameter, openDocument, openOperation } from './swagger-ui.js'

const openPage = await startBrowser(t)

const FILES = [
  {
    name: 'every-byte.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([...Array(256).keys()]),
  },
  { name: 'Grüße aus Köln.txt', mimeType: 'text/plain', buffer: Buffer.from('Bis bald! 🙂\r\n') },
]

t.test('uploads two files with the file picker, and downloads the same bytes', async (t) => {
  const { origin, createTask } = await startListening(t, await ownStore())
  const { id } = await createTask()
  const { page, takeProblems } = await openPage(t, origin)
  await openDocument(page, origin, 'v1')

  const upload = await openOperation(page, 'uploadAttachments')
  await fillInParameter(upload, 'id', id)
  t.equal(await upload.getByText('Add string item').count(), 0)
  await upload.getByLabel('Files').setInputFiles(FILES)
  const { status, body } = await execute(upload)
  t.equal(status, 201)
  const attachments = JSON.parse(body)
  t.match(
    attachments,
    FILES.map(({ name, mimeType, buffer }) => ({
      fileName: name,
      contentType: mimeType,
      fileSizeBytes: buffer.length,
    })),
  )

  const download = await openOperation(page, 'downloadAttachment')
  await fillInParameter(download, 'id', id)
  for (const [index, { name, buffer }] of FILES.entries()) {
    await fillInParameter(download, 'attachmentId', attachments[index].id)
    t.equal((await execute(download)).status, 200)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      download.getByRole('link', { name: 'Download file' }).click(),
    ])
    t.equal(file.suggestedFilename(), name)
    t.strictSame(await readFile(await file.path()), buffer, name)
  }
  t.strictSame(takeProblems(), [])
})
