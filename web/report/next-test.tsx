import { useState } from 'preact/hooks'
import type { PlannedTest } from '../../src/rules/exposures/plan/plan.js'
import { STYLES, type Style } from '../../src/rules/exposures/print/styles.js'
import { CopyButton } from '../shared/parts/copyable.js'
import { report as texts } from '../texts/en/report.js'

/** The style that the user has chosen last: the next row shows the same one. */
let chosen = STYLES[0] as Style

/** A test that finds what was missed, in the style that the user chooses. */
export function NextTest({ test }: { test: PlannedTest }) {
  const [style, setStyle] = useState(chosen)
  const reason = style.reasonAgainst?.(test)
  const code = reason === undefined ? style.print(test) : ''
  return (
    <section class="next-test" data-testid="next-test">
      <h3>{texts.test}</h3>
      <fieldset class="styles">
        <legend class="hidden">{texts.styles}</legend>
        {STYLES.map((each) => (
          <label key={each.name}>
            <input
              type="radio"
              class="hidden"
              name="style"
              checked={each === style}
              onChange={() => {
                chosen = each
                setStyle(each)
              }}
            />
            <span data-testid={`style-${each.name}`}>{each.title}</span>
          </label>
        ))}
      </fieldset>
      {reason === undefined ? (
        <>
          <p class="next-file">
            {texts.file} <code>{style.fileOf(test)}</code> · {texts.run} <code>{style.command}</code>
            <CopyButton label={texts.test} value={code} testId="copy-test" />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long test scrolls with the keyboard */}
          <pre tabIndex={0} data-testid="test-code">
            {code}
          </pre>
        </>
      ) : (
        <p class="hint">{reason}</p>
      )}
    </section>
  )
}
