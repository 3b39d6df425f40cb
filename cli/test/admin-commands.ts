// Generates cli/src/commands/definitions/admin.json (`npm run reference`), so that the CLI knows the
// commands of the operator without the service.
import { ADMIN_COMMANDS } from '../../api/src/admin/commands.ts'

export const adminJson = (): string => `${JSON.stringify(ADMIN_COMMANDS, null, 2)}\n`
