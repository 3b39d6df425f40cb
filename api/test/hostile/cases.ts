// The hostile cases by their numbers, and the tests that prove them: those of this folder, and tests
// of the modules.
import { authentication } from './cases/authentication.ts'
import { authorization } from './cases/authorization.ts'
import { content } from './cases/content.ts'
import { embargo } from './cases/embargo.ts'
import { flows } from './cases/flows.ts'
import { http } from './cases/http.ts'
import type { HostileClass } from './cases/case.ts'

export const CLASSES: readonly HostileClass[] = [
  authentication,
  authorization,
  embargo,
  http,
  content,
  flows,
]
