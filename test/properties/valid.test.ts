import { testProperties } from './test-properties.js'

testProperties('valid')
