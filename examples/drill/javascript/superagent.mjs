// superagent with two retries of idempotent methods. By default, it never repeats a request.
import request from 'superagent'
import { doTask } from './task.mjs'

await doTask(async (method, url, json) => {
  const retries = method === 'POST' ? 0 : 2
  const response = await request(method, url).retry(retries).send(json)
  return response.body
})
