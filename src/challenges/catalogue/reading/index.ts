import type { Challenge } from '../../challenge.js'
import { compressed } from './compressed.js'
import { dueDatesLast } from './due-dates-last.js'
import { filterStatus } from './filter-status.js'
import { head } from './head.js'
import { lastPage } from './last-page.js'
import { noWildcards } from './no-wildcards.js'
import { notModified } from './not-modified.js'
import { options } from './options.js'
import { pagePastEnd } from './page-past-end.js'
import { pageSize100 } from './page-size-100.js'
import { searchIgnoresCase } from './search-ignores-case.js'
import { searchLabel } from './search-label.js'
import { searchUnicode } from './search-unicode.js'
import { secondPage } from './second-page.js'
import { sortDescending } from './sort-descending.js'
import { twoFilters } from './two-filters.js'
import { twoVariants } from './two-variants.js'
import { unknownParameter } from './unknown-parameter.js'

export const READING: readonly Challenge[] = [
  pageSize100,
  secondPage,
  lastPage,
  pagePastEnd,
  filterStatus,
  twoFilters,
  sortDescending,
  dueDatesLast,
  searchIgnoresCase,
  searchLabel,
  searchUnicode,
  noWildcards,
  unknownParameter,
  head,
  options,
  compressed,
  notModified,
  twoVariants,
]
