import { useState } from 'preact/hooks'
import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import { focusReplacement } from '../../shared/browser/focus.js'
import { ConfirmButton } from '../../shared/parts/confirm-button.js'
import { ConnectionNotice } from '../../shared/service/connection-notice.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'
import { texts } from '../../texts/en/projector.js'
import { useClass } from '../service/class-api.js'
import type { CoverProps } from './cover-props.js'
import { AddressChoice } from './join/address-choice.js'
import { useJoinAddresses } from './join/join-link.js'
import { QrCode } from './join/qr-code.js'

const { cards: labels } = texts

/** The personal codes by the ids of the boards. The service stores only their hashes, so the page has only new ones. */
type Codes = ReadonlyMap<string, string>

/** Cards to print, one for each learner with a name. */
export function Cards({ facts, learners, connection, address }: CoverProps) {
  const api = useClass()
  const addresses = useJoinAddresses()
  const [chosen, setChosen] = useState<string>()
  const [codes, setCodes] = useState<Codes>()
  const { isPending, failure, run } = useRequest<void>()
  const named = learners.filter(({ name }) => name !== null)
  const free = learners.filter(({ name, joined }) => name === null && !joined).length
  const url = chosen ?? addresses.url
  const replaceCodes = () =>
    run(async () => {
      for (const { id } of named) {
        const { personalCode } = await api.send<{ personalCode: string }>('POST', `/boards/${id}/code`)
        // If a later one fails, this one stays on its card.
        setCodes((before) => new Map([...(before ?? []), [id, personalCode]]))
      }
    })

  return (
    <section ref={focusReplacement} tabIndex={-1} class="cards" aria-labelledby="cards" data-testid="cards">
      <div class="cards-head">
        <h1 id="cards" dir="auto">
          {labels.heading(facts.name)}
        </h1>
        <p class="buttons">
          <button type="button" disabled={named.length === 0} onClick={() => print()} data-testid="print-cards">
            {codes === undefined ? labels.printWithoutCodes : labels.print}
          </button>
          <button type="button" class="quiet" onClick={address.close} data-testid="close-cards">
            {labels.close}
          </button>
        </p>
        <p class="hint">{labels.lead}</p>
        {named.length > 0 && (
          <div class="notice" data-testid="card-codes">
            <p role="status">{codes === undefined ? labels.withoutCodes : labels.codesHint}</p>
            <ConfirmButton
              label={labels.codes}
              question={labels.codesQuestion}
              isBlocked={isPending}
              onConfirm={replaceCodes}
              testId="new-codes"
            />
          </div>
        )}
        {free > 0 && <p class="hint">{labels.free(free)}</p>}
        <Failure failure={failure} />
        <ConnectionNotice connection={connection} />
        <AddressChoice addresses={addresses} url={url} onAddress={setChosen} />
      </div>
      {named.length === 0 && <p>{labels.none}</p>}
      <ul>
        {named.map((learner) => (
          <Card
            key={learner.id}
            className={facts.name}
            learner={learner}
            baseUrl={url + learner.baseUrl.slice(learner.baseUrl.lastIndexOf('/b/'))}
            code={codes?.get(learner.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface CardProps {
  className: string
  learner: ClassBoard
  baseUrl: string
  code: string | undefined
}

function Card({ className, learner: { name }, baseUrl, code }: CardProps) {
  return (
    <li class="learner-card" data-testid="card">
      <QrCode text={`${baseUrl}/`} label={labels.qr(name ?? '')} testId="card-qr" />
      <div>
        <h2 dir="auto" data-testid="card-name">
          {name}
        </h2>
        <p class="hint" dir="auto">
          {className}
        </p>
        <p>{labels.scan}</p>
        <p>
          <code data-testid="card-url">{baseUrl}</code>
        </p>
        {code && (
          <p>
            {labels.code}:{' '}
            <strong class="whole" data-testid="card-code">
              {code}
            </strong>
          </p>
        )}
      </div>
    </li>
  )
}
