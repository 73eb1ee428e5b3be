// axios with axios-retry, as in the first example of its README: three retries, also of POST after network errors.
import axios from 'axios'
import axiosRetry from 'axios-retry'
import { doTask } from './task.mjs'

axiosRetry(axios, { retries: 3 })

await doTask(async (method, url, json) => {
  const response = await axios({ method, url, data: json })
  return response.data
})
