import '../shared/page.css'
import '../shared/training.css'
import '../shared/certificate.css'
import './class.css'
import { render } from 'preact'
import { ClassPage } from './class-page.js'

render(<ClassPage />, document.getElementById('page') as HTMLElement)
