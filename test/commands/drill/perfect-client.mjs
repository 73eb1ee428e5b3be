// A client that does the task of a drill and everything right. It is written without a library, so that the drill can be
// tested without the habits of one.
const url = process.env.TASKS_URL
const json = { 'content-type': 'application/json' }
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the wait that a response asks for in milliseconds, or `undefined`. */
function waitOf({ headers }) {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  return Math.max(0, /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now())
}

/** Sends one attempt. Throws an error with the wait if the response is not complete. */
async function attempt(method, path, body) {
  const response = await fetch(url + path, { method, ...(body && { headers: json, body: JSON.stringify(body) }) })
  const text = await response.text()
  if (response.status === 404) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!response.ok || !isJson) throw Object.assign(new Error(String(response.status)), { wait: waitOf(response) })
  return JSON.parse(text)
}

/** Sends a request until it succeeds. */
async function send(method, path, body, look = async () => undefined) {
  for (let pause = 100; ; pause *= 3) {
    try {
      return await attempt(method, path, body)
    } catch (error) {
      if (pause > 3000) throw error
      await sleep(error.wait ?? pause)
      const found = error.wait === undefined ? await look() : undefined
      if (found !== undefined) return found
    }
  }
}

const titles = Array.from({ length: 20 }, (_, index) => `Drill task ${String(index + 1).padStart(2, '0')}`)
const find = async (title) => {
  const { content } = await send('GET', `/tasks?search=${encodeURIComponent(title)}`)
  return content.find((task) => task.title === title)
}
const createAll = async (mine) => {
  const tasks = []
  for (const title of mine) tasks.push(await send('POST', '/tasks', { title, status: 'TODO' }, () => find(title)))
  return tasks
}
const jobs = Number(process.argv[2] ?? 1)
const parts = Array.from({ length: jobs }, (_, job) => titles.filter((_, index) => index % jobs === job))
const tasks = (await Promise.all(parts.map(createAll))).flat().sort((a, b) => (a.title < b.title ? -1 : 1))
for (const [index, { id, title }] of tasks.slice(0, 10).entries()) {
  await send('PUT', `/tasks/${id}`, { title, status: index < 5 ? 'IN_PROGRESS' : 'DONE' })
}
for (let page = 0, pages = 1; page < pages; page++) pages = (await send('GET', `/tasks?page=${page}&size=2`)).totalPages
await send('GET', '/tasks/999999')
