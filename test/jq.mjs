/** As much of jq's command line as the documentation uses. */
import { readFileSync } from 'node:fs'
import { raw } from 'jq-wasm'

const isOption = (argument) => /^-\w$/.test(argument)
const options = process.argv.slice(2).filter(isOption)
const [filter, file] = process.argv.slice(2).filter((argument) => !isOption(argument))
console.log((await raw(readFileSync(file ?? 0, 'utf8'), filter, options)).trimEnd())
