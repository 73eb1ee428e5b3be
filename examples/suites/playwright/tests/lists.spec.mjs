import { expect, test } from './board.mjs'

const titlesOf = ({ content }) => content.map(({ title }) => title)

test('finds a word in title, description and labels in any case', async ({ board, word }) => {
  await board.create({ title: `Title ${word}` })
  await board.create({ title: 'Description', description: `The ${word}` })
  await board.create({ title: 'Labels', labels: [word] })
  const page = await board.list({ search: word.toUpperCase(), sort: 'id' })
  expect(titlesOf(page)).toEqual([`Title ${word}`, 'Description', 'Labels'])
})

test('combines filters', async ({ board, word }) => {
  await board.create({ title: `${word} 1`, status: 'DONE', priority: 'HIGH' })
  await board.create({ title: `${word} 2`, status: 'DONE', priority: 'LOW' })
  await board.create({ title: `${word} 3`, status: 'TODO', priority: 'HIGH' })
  expect(titlesOf(await board.list({ search: word, status: 'DONE', priority: 'HIGH' }))).toEqual([`${word} 1`])
})

for (const sort of ['title', 'dueDate']) {
  test(`sorts by ${sort} in both directions`, async ({ board, word }) => {
    for (const number of [2, 3, 1]) await board.create({ title: `${word} ${number}`, dueDate: `2027-01-0${number}` })
    const ascending = [1, 2, 3].map((number) => `${word} ${number}`)
    expect(titlesOf(await board.list({ search: word, sort }))).toEqual(ascending)
    expect(titlesOf(await board.list({ search: word, sort, direction: 'desc' }))).toEqual(ascending.reverse())
  })
}

test('splits a list into pages', async ({ board, word }) => {
  for (const number of [1, 2, 3]) await board.create({ title: `${word} ${number}` })
  const page = await board.list({ search: word, sort: 'title', size: 2, page: 1 })
  expect(titlesOf(page)).toEqual([`${word} 3`])
  expect(page).toMatchObject({ totalElements: 3, totalPages: 2, currentPage: 1, pageSize: 2 })
})

test('refuses a page size over 100', async ({ request }) => {
  expect((await request.get('api/v1/tasks', { params: { size: 101 } })).status()).toBe(400)
})
