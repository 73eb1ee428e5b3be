import type { Certificate as CertificateData } from '../../../src/classroom/scores/schemas.js'
import { certificate as texts } from '../../texts/en/certificate.js'
import { CopyButton } from '../parts/copyable.js'
import { formatShare } from '../text/format.js'

/** What a learner has achieved, with the number by which the trainer verifies it. */
export function Certificate({ certificate }: { certificate: CertificateData }) {
  const { number, name, className, title, endsAt, total, defects, challenges } = certificate
  const figures = {
    found: texts.of(total.found ?? 0, total.happened ?? 0),
    wrong: total.wrong ?? 0,
    f1: formatShare(total.f1),
    ...(defects.happened !== null &&
      defects.happened > 0 && { defects: texts.of(defects.found ?? 0, defects.happened) }),
    ...(challenges.total > 0 && { challenges: texts.of(challenges.solved, challenges.total) }),
  }
  return (
    <section class="certificate" aria-labelledby="certificate" data-testid="certificate">
      <h3 id="certificate">{texts.heading}</h3>
      <p>{texts.awarded}</p>
      <p class="certificate-name" dir="auto" data-testid="certificate-name">
        {name}
      </p>
      <p dir="auto">{texts.achieved(className, title)}</p>
      <p>{texts.date(new Date(endsAt).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' }))}</p>
      <dl class="numbers">
        {Object.entries(figures).map(([figure, value]) => (
          <div key={figure}>
            <dt>{texts.figures[figure as keyof typeof texts.figures]}</dt>
            <dd data-testid={`certificate-${figure}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {texts.number}: <code data-testid="certificate-number">{number}</code>{' '}
        <CopyButton label={texts.number} value={number} class="quiet no-print" testId="copy-certificate-number" />
      </p>
      <p class="hint">{texts.verify}</p>
    </section>
  )
}
