import '../shared/page.css'
import '../shared/training.css'
import '../shared/certificate.css'
import '../shared/drill.css'
import './board.css'
import './requests.css'
import './challenges.css'
import './first-run.css'
import './summary.css'
import './make-test.css'
import { render } from 'preact'
import { BoardPage } from './board-page.js'

render(<BoardPage />, document.getElementById('page') as HTMLElement)
