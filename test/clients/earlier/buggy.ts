import { expectError } from '../scenario/expect.ts'
import { connect, resultOf, workOnBoard } from './board.ts'

const [, , baseUrl = ''] = process.argv
await workOnBoard({ baseUrl })
// @ts-expect-error: in this edition, buggy does not have this operation.
await expectError(405, resultOf(connect({ baseUrl }).DELETE('/tasks')))
console.log('openapi-fetch buggy (earlier edition): passed')
