// The sections of the administration and the permission each requires.
import type { access } from '@reelay/api/contract'

export const SECTIONS = [
  { name: 'users', to: '/administration/users', needs: 'user.manage' },
  { name: 'groups', to: '/administration/groups', needs: 'user.manage' },
  { name: 'studios', to: '/administration/studios', needs: 'studio.manage' },
  { name: 'projects', to: '/administration/projects', needs: 'asset.write' },
  { name: 'territories', to: '/administration/territories', needs: 'installation.manage' },
  { name: 'assettypes', to: '/administration/assettypes', needs: 'installation.manage' },
  { name: 'workflows', to: '/administration/workflows', needs: 'installation.manage' },
  { name: 'webhooks', to: '/administration/webhooks', needs: 'studio.manage' },
  { name: 'outbox', to: '/administration/outbox', needs: 'installation.manage' },
  { name: 'jobs', to: '/administration/jobs', needs: 'installation.manage' },
  { name: 'audit', to: '/administration/audit', needs: 'studio.manage' },
] as const satisfies { name: string; to: string; needs: access.AnyPermission }[]

export type AdminSection = (typeof SECTIONS)[number]

export const sectionsFor = (permissions: ReadonlySet<string>): AdminSection[] =>
  SECTIONS.filter(({ needs }) => permissions.has(needs))

/** The section of a path. */
export const sectionAt = (path: string): AdminSection | undefined =>
  SECTIONS.find(({ to }) => path === to || path.startsWith(`${to}/`))
