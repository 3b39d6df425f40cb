// node report-rows.ts <folder> [--complete]: at the end of a test run, whether the rows that templates
// declare are those that PostgreSQL returned. A run of a few tests does not list what they did not
// send.
import { parseArgs } from 'node:util'
import { checkStatements } from './check.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { complete: { type: 'boolean', default: false } },
})
const { problems, checked, unsent, generic } = checkStatements(positionals[0]!)
if (values.complete && unsent.length > 0)
  console.log(`\nNo test sent the statements at:\n${unsent.join('\n')}`)
if (values.complete && generic.length > 0)
  console.log(
    `\nNot checked, because a type parameter decides their columns:\n${generic.join('\n')}`,
  )
if (problems.length > 0)
  console.error(`\nThe declared row differs from the result:\n${problems.join('\n')}`)
console.log(`\nRows of ${checked} statements checked, ${problems.length} problems.`)
process.exitCode = problems.length > 0 ? 1 : 0
