// docs/reference/permissions.md
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type AnyPermission,
} from '../../../api/src/access/rules.ts'
import { code, page, table } from './markdown.ts'

const ALL: readonly AnyPermission[] = [...PERMISSIONS, 'studio.manage', 'installation.manage']

const VISIBILITY = [
  ['`admin`', 'everything'],
  ['`studio`, `service`', 'everything in their studios'],
  [
    '`territory`',
    'the library of their studios; the work requests of their territory, and their own',
  ],
  ['`vendor`', 'the library of their studios; their work requests from `submitted` on'],
  [
    '`translator`',
    'work requests with a translation assigned to them, and the assets of these with previews',
  ],
  ['`guest`', 'assets whose current phase names them'],
]

export function permissionsPage(): string {
  return page(
    '# Permissions',
    'A user has one or more **roles** in each studio, and each role has permissions. `permissions` adds ' +
      'single permissions. This page is generated from `api/src/access/rules.ts`.',
    table(
      ['', ...ROLES],
      ALL.map((permission) => [
        code(permission),
        ...ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(permission) ? '●' : '')),
      ]),
    ),
    'The last two belong to a role and cannot be granted alone: `studio.manage` is for the settings ' +
      'of a studio, `installation.manage` for everything that belongs to no studio (asset types, ' +
      'territories, workflows, the outbox).',
    '## Visibility',
    table(['Role', 'Sees'], VISIBILITY),
    'The studios of a user are those assigned to them and those of their groups. Anything else ' +
      'returns 404, exactly as if it did not exist.',
    'A file under **embargo** (until `embargo.end`, and with `embargo.event` until its asset is in a ' +
      'terminal phase) does not exist for users without `embargo.bypass`: not in lists, totals, ' +
      'nested records or notifications, and not behind links issued earlier.',
    'Nobody can grant a permission, role or studio that they do not have. The ' +
      '[API reference](api.md) names the permission of each endpoint.',
  )
}
