import t from 'tap'
import { caseOf, DEFECTS } from '../../../src/api/defects/catalogue.js'
import { describeDifference } from '../../../src/rules/expected-vs-actual/describe.js'
import { differenceOf, type FullResponse } from '../../../src/rules/expected-vs-actual/difference.js'
import { placeOf } from '../../commands/suggest/place.js'
import { playSteps } from '../../commands/suggest/play.js'
import { type Reply, type Service, START, startService } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'
import { createDefective } from '../defects/api.js'

const service = await startService(t)

/** Plays the exposure of a defect on a new board, and returns the responses without the path of the board and secrets. */
async function play(name: string, defects: readonly string[], variant: string): Promise<FullResponse[]> {
  service.clock.now = START
  const board = await createDefective(service, defects)
  const responses: FullResponse[] = []
  const send: Service['send'] = async (...args) => {
    const reply = await board.send(...args)
    responses.push(toResponse(reply))
    return reply
  }
  await playSteps(caseOf({ name }).steps, { ...placeOf(service, { ...board, send }, variant), run: 'run' })
  return responses
}

function toResponse({ status, headers, bytes }: Reply): FullResponse {
  const text = (value: string) =>
    value.replaceAll(/\/b\/[a-z2-7]{26}/g, '').replaceAll(/"(token|refreshToken)":"[^"]+"/g, '"$1":"…"')
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(String(value))])),
    body: bytes.length === 0 ? null : text(String(bytes)),
    bytes: bytes.length,
  }
}

const sampled = new Set(sample(DEFECTS, 4).map(({ name }) => name))

for (const { name, variants = ['v1'] } of DEFECTS) {
  t.test(`${name}: the responses differ from those of a correct board`, async (t) => {
    const [variant = 'v1'] = variants
    const expected = await play(name, [], variant)
    const actual = await play(name, [name], variant)
    const compare = (responses: FullResponse[]) =>
      expected.flatMap((response, index) => {
        const other = responses[index]
        return other === undefined ? [] : differenceOf(response, other)
      })
    if (sampled.has(name)) t.same(compare(await play(name, [], variant)), [], 'two correct boards do not differ')
    const found = compare(actual)
    t.ok(found.length > 0, 'the defect is seen')
    for (const difference of found) {
      const sentence = describeDifference(difference)
      t.match(sentence, /^[A-Z`].+\.$/, sentence)
      t.notMatch(sentence, /undefined|NaN|\[object/)
    }
  })
}
