// npm run reference: writes the flags of the CLI from the declarations, which a test compares, and
// docs/reference.
import { writeFile } from 'node:fs/promises'
import { adminJson } from '../cli/test/admin-commands.ts'
import { flagsJson } from '../cli/test/flags.ts'

await writeFile('cli/src/commands/definitions/flags.json', flagsJson())
await writeFile('cli/src/commands/definitions/admin.json', adminJson())
// The page of the CLI reads the flags that were just written.
await import('./build-reference.ts')
