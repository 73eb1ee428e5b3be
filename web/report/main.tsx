import '../shared/styles/page.css'
import '../shared/training/training.css'
import './report.css'
import { render } from 'preact'
import { ReportApp } from './report-app.js'

const data = document.getElementById('report-data')?.textContent ?? ''
render(<ReportApp report={JSON.parse(data)} />, document.getElementById('page') as HTMLElement)
