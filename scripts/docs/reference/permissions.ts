// docs/reference/permissions.md
import {
  ROLE_PERMISSIONS,
  PERMISSIONS,
  ROLES,
  type AnyPermission,
} from '../../../api/src/access/rules.ts'
import { code, page, table } from './markdown.ts'

const ALL: readonly AnyPermission[] = [...PERMISSIONS, 'studio.manage', 'installation.manage']

const SEES = [
  ['`admin`', 'everything'],
  ['`studio`, `service`', 'all of its studios'],
  ['`territory`', 'the library of its studios; the work requests of its territory, and its own'],
  ['`vendor`', 'the library of its studios; their work requests from `submitted` on'],
  [
    '`translator`',
    'the work requests whose translation it was given, and their assets with previews',
  ],
  ['`guest`', 'the assets whose current phase names it'],
]

export function permissionsPage(): string {
  return page(
    '# Who may do what',
    'A person has one or more **roles**; each role holds permissions. `permissions` on a person adds single permissions beside those of the roles. The table in `api/src/access/rules.ts` decides, and this page is written from it.',
    table(
      ['', ...ROLES],
      ALL.map((right) =>
        [code(right)].concat(
          ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(right) ? '●' : '')),
        ),
      ),
    ),
    'The last two come with a role and cannot be given singly: one is for a studio’s settings, the other for what belongs to no studio (asset types, territories, workflows, the outbox).',
    '## What each role sees',
    table(['Role', 'Sees'], SEES),
    'A person’s studios are those given to them and those of their groups. Whatever lies outside is answered like something that never was: 404, the same to the last byte.',
    'A file under **embargo** (until `embargo.end`, and with `embargo.event` until its asset is in a terminal phase) is not there for anyone without `embargo.bypass`: not in lists, totals, embedded records, notifications, nor behind a link that was given out before.',
    'Nobody can give a right, a role or a studio that they do not hold themselves. Which right each call needs stands with it in [the API](api.md).',
  )
}
