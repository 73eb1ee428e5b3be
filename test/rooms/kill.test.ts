import { fork } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { openRooms } from '../../src/rooms/open-store.js'
import { repeat } from '../kit/length.js'
import { newBoard, newRoom, titles } from './fixture.js'
import { observe } from './storage/fixture.js'

const IDS = ['board-0', 'board-1', 'board-2']

t.test('what is acknowledged survives kill -9', async (t) => {
  const url = `sqlite:${t.testdir()}/board.db`
  const { rooms: first } = await openRooms(url, observe())
  for (const id of IDS) await first.create([newRoom(id), [newBoard(id)]])
  await first.close()
  const acknowledged: { id: string; title: string }[] = []
  for (let kill = 0; kill < repeat(1, 30); kill++) {
    const writer = fork('build/test/rooms/kill-writer.js', [url, String(kill)])
    await new Promise<void>((resolve) => {
      writer.on('message', (message: (typeof acknowledged)[number]) => {
        acknowledged.push(message)
        if (acknowledged.length >= 50 * (kill + 1)) resolve()
      })
    })
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    const { rooms } = await openRooms(url, observe())
    const stored = await Promise.all(IDS.map(async (id) => new Set((await rooms.openBoard(id)).read(titles))))
    for (const { id, title } of acknowledged) {
      if (!stored[IDS.indexOf(id)]?.has(title)) t.fail(`${title} was acknowledged, and is lost`)
    }
    t.ok(acknowledged.length >= 50)
    await rooms.close()
  }
})
