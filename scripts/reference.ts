// npm run reference: writes the flags of the CLI and docs/reference from the declarations. Tests
// compare them.
import { writeFile } from 'node:fs/promises'
import { flagsJson } from '../cli/test/flags.ts'

await writeFile('cli/src/commands/definitions/flags.json', flagsJson())
// The page of the CLI reads the flags that were just written.
const { writeReference } = await import('./docs/reference/write.ts')
await writeReference()
