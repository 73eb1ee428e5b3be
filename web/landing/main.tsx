import '../shared/styles/page.css'
import './landing.css'
import './start.css'
import './miniature.css'
import { render } from 'preact'
import { Landing } from './landing.js'

render(<Landing />, document.getElementById('page') as HTMLElement)
