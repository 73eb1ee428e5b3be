import { useEffect, useState } from 'preact/hooks'
import type { ServiceIndex } from '../../src/management/service/schemas.js'
import { type RequestFailed, send } from '../shared/api.js'
import { Failure } from '../shared/failure.js'
import { PageHeader } from '../shared/page-header.js'
import { hasEditedForm, useLeaveQuestion } from '../shared/use-leave-question.js'
import { landing } from '../texts/en/landing.js'
import { CreateBoard } from './create-board.js'
import { JoinClass } from './join-class.js'
import { Variants } from './variants.js'

/** The start page of the service. */
export function Landing() {
  useLeaveQuestion(hasEditedForm)
  const [service, setService] = useState<ServiceIndex>()
  const [failure, setFailure] = useState<RequestFailed>()
  useEffect(() => {
    send<ServiceIndex>('GET', '/').then(setService, (error) => setFailure(error as RequestFailed))
  }, [])
  return (
    <>
      <PageHeader title={landing.title} docs="/docs" />
      <main id="content" tabIndex={-1}>
        <section class="hero">
          <h1>{landing.lead}</h1>
          <p>{landing.detail}</p>
        </section>
        <Failure failure={failure} />
        <div class="forms">
          <CreateBoard creators={service?.creators} />
          <JoinClass />
        </div>
        <Variants service={service} />
      </main>
      <footer>
        <span data-testid="version">
          {service ? landing.footer.version(service.version, service.edition) : '\u00a0'}
        </span>
        <span class="end links">
          <a href="/class" data-testid="class-page">
            {landing.footer.classes}
          </a>
          <a href="/docs?urls.primaryName=boards">{landing.footer.boards}</a>
          {service?.workflows && <a href="/arazzo.yaml">{landing.footer.workflows}</a>}
        </span>
      </footer>
    </>
  )
}
