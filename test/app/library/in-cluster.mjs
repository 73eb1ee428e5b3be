/** Starts the built library in two workers of `node:cluster`. Each prints the number of tasks that it finds. */
import cluster from 'node:cluster'
import { startTaskBoard } from 'task-board-service'

if (cluster.isPrimary) {
  for (let worker = 0; worker < 2; worker++) cluster.fork()
  // Both services must run at the same time.
  let started = 0
  cluster.on('message', () => {
    started++
    if (started === 2) for (const worker of Object.values(cluster.workers)) worker.send('continue')
  })
} else {
  const service = await startTaskBoard()
  const board = await service.board({ ownPort: true })
  process.send('started')
  await new Promise((resolve) => process.once('message', resolve))
  const json = JSON.stringify({ title: 'A task', status: 'TODO' })
  const create = (url) =>
    fetch(`${url}/api/v1/tasks`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json })
  for (let count = 0; count < 4; count++) for (const { url } of [service, board]) await create(url)
  const count = async ({ url }) => (await (await fetch(`${url}/api/v1/tasks`)).json()).totalElements
  console.log(await count(service), await count(board))
  await service.close()
  process.exit()
}
