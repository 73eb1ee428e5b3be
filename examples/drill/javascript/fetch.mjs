// fetch of Node.js. It never repeats a request.
import { doTask } from './task.mjs'

const headers = { 'Content-Type': 'application/json' }

await doTask(async (method, url, json) => {
  const response = await fetch(url, { method, headers, body: JSON.stringify(json) })
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
})
