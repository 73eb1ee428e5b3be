import '../shared/styles/page.css'
import '../shared/training/training.css'
import '../shared/request-details/request-details.css'
import './report.css'
import './rows.css'
import { render } from 'preact'
import { ReportApp } from './report-app.js'

const data = document.getElementById('report-data')?.textContent ?? ''
render(<ReportApp report={JSON.parse(data)} />, document.getElementById('page') as HTMLElement)
