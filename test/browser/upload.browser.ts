import { readFile } from 'node:fs/promises'
import t from 'tap'
import { createBoard, TASK } from '../kit/board.js'
import { multipart, ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { execute, fillInParameter, openDocument, openOperation } from './swagger-ui.js'

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
  const page = await openPage(t, origin)
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
})

/** Attachments that could act in a page: the script sets a variable, and the style sheet a colour. */
const ACTIVE = [
  { fileName: 'a.js', type: 'text/javascript', content: 'globalThis.hasRun = true; export const x = 1' },
  { fileName: 'classic.js', type: 'application/javascript', content: 'globalThis.hasRun = true' },
  { fileName: 'a.css', type: 'text/css', content: 'html { --attached: yes }' },
]

/** Loads an attachment in every way in which a page can run it. Returns the ways that succeeded. */
const RUN_ALL = (urls: string[]) => `(async () => {
  // Chromium sends no event for some blocked elements.
  const noEvent = new Promise((resolve) => setTimeout(resolve, 4000, ''))
  const attempt = (way, work) => Promise.race([noEvent, work().then(() => way, () => '')])
  const append = (name, properties) => new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(name), properties)
    element.onload = resolve
    element.onerror = reject
    document.head.append(element)
  })
  const start = (create) => new Promise((resolve, reject) => {
    const worker = create()
    worker.onerror = reject
    setTimeout(resolve, 2000)
  })
  const ways = await Promise.all(${JSON.stringify(urls)}.flatMap((url) => [
    attempt('script', () => append('script', { src: url })),
    attempt('module', () => append('script', { src: url, type: 'module' })),
    attempt('import', () => import(url)),
    attempt('worker', () => start(() => new Worker(url))),
    attempt('shared worker', () => start(() => new SharedWorker(url))),
    attempt('service worker', () => navigator.serviceWorker.register(url)),
    attempt('style', () => append('link', { rel: 'stylesheet', href: url })),
    attempt('font', () => new FontFace('x', 'url(' + url + ')').load()),
    attempt('frame', async () => append('object', { data: url })),
  ]))
  const isStyled = getComputedStyle(document.documentElement).getPropertyValue('--attached') !== ''
  return [...ways.filter((way) => way !== ''), ...(globalThis.hasRun ? ['it has run'] : []), ...(isStyled ? ['it is styled'] : [])]
})()`

t.test('no page runs or applies an attachment, but pages can fetch, show and download it', async (t) => {
  const service = await startListening(t, await ownStore())
  const { origin } = service
  const { id: board } = await createBoard(service)
  const upload = async (base: string, files: typeof ACTIVE) => {
    const task = (await service.send(`POST ${base}/api/v1/tasks`, { json: TASK })).json.id
    const path = `${base}/api/v1/tasks/${task}/attachments`
    const stored = (await service.send(`POST ${path}`, multipart(files))).json
    return stored.map(({ id }: { id: number }) => `${path}/${id}`) as string[]
  }
  // The pages violate their policies.
  const page = await openPage(t, origin, { allowed: /./ })
  // The pages wait at the same time.
  async function runOn(path: string, urls: string[]) {
    const other = await page.context().newPage()
    await other.goto(origin + path)
    t.strictSame(await other.evaluate(RUN_ALL(urls)), [], path)
    await other.close()
  }
  for (const [base, paths] of [
    ['', ['/', '/board', '/class', '/docs', '/nothing']],
    [`/b/${board}`, ['/', '/docs']],
  ] as const) {
    const urls = (await upload(base, ACTIVE)).map((path) => origin + path)
    await Promise.all(paths.map((path) => runOn(base + path, urls)))
    await page.goto(`${origin}${base}/`)
    const [image = ''] = await upload(base, [
      {
        fileName: 'a.svg',
        type: 'image/svg+xml',
        content: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
      },
    ])
    const shown = `(async (image) => {
      image.src = ${JSON.stringify(image)}
      await image.decode()
      return image.naturalWidth
    })(new Image())`
    t.equal(await page.evaluate(shown), 7)
    t.match(await page.evaluate(`fetch(${JSON.stringify(urls[0])}).then((response) => response.text())`), 'hasRun')
    const download = page.waitForEvent('download')
    await page.evaluate(`location.href = ${JSON.stringify(urls[0])}`)
    t.equal((await download).suggestedFilename(), 'a.js')
  }
})
