// npm run reference: writes docs/reference from the declarations. A test compares them.
import { writeReference } from './docs/reference/write.ts'

await writeReference()
