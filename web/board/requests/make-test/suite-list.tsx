import { useRef } from 'preact/hooks'
import type { PlannedTest } from '../../../../src/rules/exposures/plan/plan.js'
import { makeTest as texts } from '../../../texts/en/make-test.js'
import type { Suite } from './test-suite.js'

interface SuiteListProps {
  suite: Suite
  onRemove(test: PlannedTest): void
  onDownload(): void
}

/** The tests of the suite, and the button that downloads them. */
export function SuiteList({ suite, onRemove, onDownload }: SuiteListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  function remove(test: PlannedTest) {
    // The button disappears with its focus.
    heading.current?.focus()
    onRemove(test)
  }
  return (
    <section data-testid="suite">
      <h3 ref={heading} tabIndex={-1}>
        {texts.suite(suite.length)}
      </h3>
      {suite.length === 0 ? (
        <p class="hint">{texts.none}</p>
      ) : (
        <>
          <ul>
            {suite.map((test) => (
              <li key={test.slug}>
                <span>{test.title}</span>{' '}
                <button
                  type="button"
                  class="link"
                  aria-label={texts.removeLabel(test.title)}
                  onClick={() => remove(test)}
                  data-testid="remove-test"
                >
                  {texts.remove}
                </button>
              </li>
            ))}
          </ul>
          <p class="buttons">
            <button type="button" onClick={onDownload} data-testid="download-suite">
              {texts.download}
            </button>
          </p>
        </>
      )}
    </section>
  )
}
