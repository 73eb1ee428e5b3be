import '../shared/styles/page.css'
import '../shared/training/training.css'
import '../shared/training/certificate.css'
import '../shared/training/drill.css'
import './class.css'
import './projector/cards.css'
import './projector/projector.css'
import './bar/class-bar.css'
import './exercise/templates.css'
import './learners/learners.css'
import { render } from 'preact'
import { ClassPage } from './class-page.js'

render(<ClassPage />, document.getElementById('page') as HTMLElement)
