import { expectData } from '../scenario/expect.ts'
import { connect, resultOf, workOnBoard } from './board.ts'

const [, , baseUrl = ''] = process.argv
await expectData(204, resultOf(connect({ baseUrl }).DELETE('/tasks')))
await workOnBoard({ baseUrl })
console.log('openapi-fetch v1 (earlier edition): passed')
