import { useState } from 'preact/hooks'
import { Failure } from '../../../shared/service/failure.js'
import { requests } from '../../../texts/en/requests.js'
import { useLazyPart } from '../../shell/lazy-part.js'
import { TestButton, type TestDialogProps, type TestedRequest } from './test-button.js'

const load = async () => (await import('../../rare-parts.js')).TestDialog

/** The button that makes a request a test. Its dialog is loaded when it is opened first. */
export function MakeTest(request: TestedRequest) {
  const [isNeeded, setNeeded] = useState(false)
  const { Part, failure } = useLazyPart<TestDialogProps>(isNeeded, load, requests.makeTest.loadFailed)
  return (
    <>
      <TestButton Dialog={Part} onOpen={() => setNeeded(true)} {...request} />
      <Failure failure={failure} />
    </>
  )
}
