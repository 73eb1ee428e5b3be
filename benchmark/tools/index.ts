import { dredd } from './dredd.js'
import { newman } from './newman.js'
import { openapiFuzzer } from './openapi-fuzzer.js'
import { prism } from './prism.js'
import { schemathesis } from './schemathesis.js'
import { stepCi } from './step-ci.js'
import { suites } from './suites.js'
import type { Tool } from './tool.js'

/** All tools, in the order of the table. */
export const TOOLS: readonly Tool[] = [
  ...newman,
  ...dredd,
  ...stepCi,
  ...prism,
  ...openapiFuzzer,
  ...schemathesis,
  ...suites,
]
