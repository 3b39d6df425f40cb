import { authentication } from './authentication/index.ts'
import { authorization } from './authorization/index.ts'
import { content } from './content/index.ts'
import { embargo } from './embargo/index.ts'
import { flows } from './flows/index.ts'
import { http } from './http/index.ts'
import type { HostileClass } from './types.ts'

export const CLASSES: readonly HostileClass[] = [
  authentication,
  authorization,
  embargo,
  http,
  content,
  flows,
]
