import '../shared/styles/page.css'
import '../shared/training/training.css'
import '../shared/training/certificate.css'
import '../shared/training/drill.css'
import './board.css'
import './requests/requests.css'
import './challenges/challenges.css'
import './first-run/first-run.css'
import './summary/summary.css'
import './requests/make-test/make-test.css'
import { render } from 'preact'
import { BoardPage } from './board-page.js'

render(<BoardPage />, document.getElementById('page') as HTMLElement)
