import t from 'tap'
import { CHECKS } from '../../src/conformance/areas/index.js'
import { failuresOf, runInProcess } from '../conformance/helper.js'
import { startService } from '../helper.js'
import { createBoard } from './board.js'

t.test('a private board passes every check at its path and at its host', async (t) => {
  const service = await startService(t)
  const { id } = await createBoard(service)
  for (const url of [`http://localhost:3000/b/${id}`, `http://${id}.localhost:3000`]) {
    t.strictSame(failuresOf(await runInProcess(service, CHECKS, ['v1', 'v2'], { url })), [], url)
  }
})
