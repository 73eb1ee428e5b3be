import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { visit } from './browser.js'

const PURPOSES = ['read', 'create', 'login', 'check']
const LANGUAGES = ['curl', 'JavaScript', 'Python', 'Java', 'Playwright', 'pytest']

const run = promisify(execFile)
/** Creates a board on the start page. */
async function createBoard() {
  const { origin } = await startListening(t, await ownStore())
  const page = await visit(t, origin)
  await page.getByTestId('create-board').click()
  const baseUrl = await page.getByTestId('base-url').innerText()
  const readSnippet = async (purpose: string, language: string) => {
    await page.getByTestId(`purpose-${purpose}`).check()
    await page.getByTestId(`language-${language}`).check()
    return page.getByTestId('snippet').innerText()
  }
  return { page, baseUrl, readSnippet }
}

const { page, baseUrl, readSnippet } = await createBoard()

/** What the program for each purpose prints if the service responds as it should. */
const OUTPUTS: Record<string, RegExp> = {
  read: /Write the launch announcement/,
  create: /Buy milk/,
  login: /ROLE_USER/,
  check: /passed|# pass 1/,
}

t.test('the first requests with curl and JavaScript do what they say', async (t) => {
  const file = join(t.testdir(), 'board.mjs')
  for (const purpose of PURPOSES) {
    const command = await readSnippet(purpose, 'curl')
    t.match((await run('sh', ['-c', command])).stdout, OUTPUTS[purpose], `curl: ${purpose}`)
    writeFileSync(file, await readSnippet(purpose, 'JavaScript'))
    t.match((await run(process.execPath, [file])).stdout, OUTPUTS[purpose], `JavaScript: ${purpose}`)
  }
})

t.test('the first requests in the other languages are those that curl sends', async (t) => {
  for (const purpose of PURPOSES) {
    const command = await readSnippet(purpose, 'curl')
    const [, path = ''] = /(\/api\/v\d\/[\w/]+)/.exec(command) ?? []
    const values = [...(/-d '(.*?)'/.exec(command)?.[1] ?? '').matchAll(/"(\w[^"]*)"/g)].map(([, value]) => value)
    t.equal(values.length, purpose === 'read' ? 0 : 4)
    for (const language of LANGUAGES) {
      const code = await readSnippet(purpose, language)
      t.match(code, baseUrl)
      t.match(code, path, `${language}: ${purpose}`)
      for (const value of values) t.match(code, String(value), `${language}: ${purpose}`)
    }
  }
})

t.test('the collection for Postman sends requests that succeed on this board', async (t) => {
  const saved = page.waitForEvent('download')
  await page.getByTestId('postman-collection').click()
  const download = await saved
  t.equal(download.suggestedFilename(), 'task-board.postman_collection.json')
  const { variable, item: items } = JSON.parse(readFileSync(await download.path(), 'utf8'))
  const variables = new Map<string, string>(variable.map(({ key, value }: Record<string, string>) => [key, value]))
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '')
  t.equal(variables.get('baseUrl'), baseUrl)
  for (const { name, request, event } of items) {
    const { method, url, body, header } = request
    const headers = header.map(({ key, value }: Record<string, string>) => [key, fill(String(value))])
    const response = await fetch(fill(url), { method, headers, body: body?.raw })
    t.match(event[0].script.exec.join('\n'), `status(${response.status})`, name)
    t.ok(response.ok, name)
    const { token } = (await response.json()) as { token?: string }
    if (token !== undefined) variables.set('token', token)
  }
})
