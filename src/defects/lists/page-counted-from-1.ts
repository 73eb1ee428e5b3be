import { type Fields, isPage } from '../bodies.js'
import type { Defect } from '../defect.js'

export const pageCountedFrom1: Defect = {
  name: 'page-counted-from-1',
  title: 'The first page has the number 1. The page 0 is the same.',
  rule: 'Pages are counted from 0 (specification, section 4).',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeHandler({ request, request: { query } }) {
    const { page = 0 } = query as { page?: number }
    request.query = { ...(query as Fields), page: Math.max(page - 1, 0) }
  },
  beforeSend({ status, body }, { request }) {
    const { searchParams } = new URL(request.url, 'http://localhost')
    if (status === 200 && isPage(body)) body.currentPage = Number(searchParams.get('page') ?? 0)
  },
}
