import t from 'tap'
import { selectDefects } from '../../../src/commands/grade/select-defects.js'
import type { CatalogueEntry } from '../../../src/commands/grade/types.js'

function entry(name: string, area: string, variants = ['v1', 'v2', 'buggy']): CatalogueEntry {
  return {
    code: 'TB-001',
    name,
    title: '',
    exposedBy: '',
    rule: '',
    area,
    severity: 'major',
    difficulty: 'easy',
    variants,
    sets: ['all', area],
  }
}

const CATALOGUE = {
  defects: [entry('one', 'lists'), entry('two', 'auth', ['v2']), entry('three', 'lists')],
  sets: ['all', 'lists', 'auth'],
}

t.test('names of defects and sets select defects of the variant once, in the order of the catalogue', async (t) => {
  const select = (names: string[], variant: 'v1' | 'v2') => {
    const { defects, skipped } = selectDefects(CATALOGUE, names, variant)
    return { names: defects.map(({ name }) => name), skipped }
  }
  t.strictSame(select(['all'], 'v2'), { names: ['one', 'two', 'three'], skipped: [] })
  t.strictSame(select(['all'], 'v1'), { names: ['one', 'three'], skipped: ['two'] })
  t.strictSame(select(['three', 'lists'], 'v1'), { names: ['one', 'three'], skipped: [] })
})

t.test('unknown names and a selection without defects of the variant are refused', async (t) => {
  t.throws(() => selectDefects(CATALOGUE, ['one', 'four'], 'v1'), {
    message: /^There is no defect or set 'four'\. The sets are all, lists, auth\./,
  })
  t.throws(() => selectDefects(CATALOGUE, ['auth'], 'v1'), { message: /^No selected defect exists in v1/ })
})
