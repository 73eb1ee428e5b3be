// The task of the drill: creates 20 tasks, moves ten, reads all pages, and reads a task that does not exist.
const { TASKS_URL } = process.env

/**
 * Does the task. A request that fails is reported, and the next one follows.
 *
 * @param send sends a request, and resolves with the JSON of the response, or rejects if there is none or an error
 */
export async function doTask(send) {
  async function attempt(method, path, json) {
    try {
      return await send(method, TASKS_URL + path, json)
    } catch (error) {
      console.error(`${method} ${path}: ${error.message}`)
      process.exitCode = 1
    }
  }

  const titleOf = (number) => `Drill task ${String(number).padStart(2, '0')}`
  const ids = []
  for (let number = 1; number <= 20; number += 1) {
    const task = await attempt('POST', '/tasks', { title: titleOf(number), status: 'TODO' })
    ids[number] = task?.id
  }
  for (let number = 1; number <= 10; number += 1) {
    const json = { title: titleOf(number), status: number <= 5 ? 'IN_PROGRESS' : 'DONE' }
    if (ids[number] !== undefined) await attempt('PUT', `/tasks/${ids[number]}`, json)
  }
  for (let page = 0, pages = 10; page < pages; page += 1) {
    const list = await attempt('GET', `/tasks?page=${page}&size=2`)
    pages = list?.totalPages ?? pages
  }
  await send('GET', `${TASKS_URL}/tasks/999999`).catch(() => 'This task does not exist, so 404 is right.')
}
