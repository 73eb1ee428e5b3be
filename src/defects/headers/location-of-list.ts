import { pathOf } from '../../http/error-handler.js'
import type { Defect } from '../defect.js'

export const locationOfList: Defect = {
  name: 'location-of-list',
  title: '`Location` of a new task is the path of the list.',
  rule: '`Location` is the path of the task (decision 22).',
  exposedBy: '`POST /tasks`; check that `Location` is the path of the new task.',
  area: 'headers',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask'],
  beforeSend({ status, headers }, { request }) {
    if (status === 201) headers.location = pathOf(request.originalUrl)
  },
}
