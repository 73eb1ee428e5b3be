import type { Fact, Row } from '../../src/commands/report/report.js'
import { RequestDetails } from '../shared/request-details/request-details.js'
import { WithCode } from '../shared/text/with-code.js'
import { report as texts } from '../texts/en/report.js'
import { FactList } from './fact-value.js'
import { NextTest } from './next-test.js'

/** What an open row shows: its facts, the request with the actual and the expected response, and the next test. */
export function RowDetails({ row }: { row: Row }) {
  const { title, label, group, tags, seconds, exchange, test } = row
  const about = [label, group, ...tags, ...(seconds === undefined ? [] : [texts.seconds(seconds)])]
  return (
    <div class="row-details" data-testid="row-details">
      <p class="row-title" dir="auto">
        <WithCode text={title} />
      </p>
      <p class="hint">{about.join(' · ')}</p>
      <Facts row={row} />
      {exchange && (
        <RequestDetails
          failure={undefined}
          evidence={{
            request: exchange.request,
            response: exchange.response,
            evidence: {
              changed: [],
              difference: exchange.difference,
              ...(exchange.expected && { expected: exchange.expected }),
            },
          }}
        />
      )}
      {test && <NextTest test={test} />}
    </div>
  )
}

/**
 * The facts of a row.
 *
 * @param isBrief whether to leave out the long ones
 */
export function Facts({ row: { cause, details }, isBrief = false }: { row: Row; isBrief?: boolean }) {
  const facts: Fact[] = cause === undefined ? [...details] : [{ label: texts.cause, value: cause }, ...details]
  return <FactList facts={facts.filter(({ isLong }) => !(isBrief && isLong))} />
}
