// axios with its defaults. It never repeats a request.
import axios from 'axios'
import { doTask } from './task.mjs'

await doTask(async (method, url, json) => {
  const response = await axios({ method, url, data: json })
  return response.data
})
