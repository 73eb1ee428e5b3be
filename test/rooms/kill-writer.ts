/** A process that creates tasks on boards of a file until it is killed, and sends the titles that are acknowledged. */
import { openRooms } from '../../src/rooms/open-store.js'
import { create } from './fixture.js'
import { observe } from './storage/fixture.js'

const [url = '', name = ''] = process.argv.slice(2)
const { rooms } = await openRooms(url, observe(), { memoryBytes: 10_000 })

async function write(writer: number): Promise<void> {
  const id = `board-${writer % 3}`
  for (let turn = 0; ; turn++) {
    const title = `${name} ${writer} ${turn}`
    const handle = await rooms.openBoard(id)
    await handle.write((board) => create(board, title))
    process.send?.({ id, title })
  }
}

await Promise.all(Array.from({ length: 9 }, (_, writer) => write(writer)))
