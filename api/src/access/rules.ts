// Who holds which right. This table is the only place that says so; the docs print it.
export const ROLES = [
  'admin',
  'studio',
  'territory',
  'vendor',
  'translator',
  'guest',
  'service',
] as const
export type Role = (typeof ROLES)[number]

/** Rights that can be given to a person one by one, beside what their roles hold. */
export const RIGHTS = [
  'asset.write',
  'file.write',
  'file.download',
  'embargo.bypass',
  'workrequest.create',
  'workrequest.work',
  'workrequest.approve',
  'translation.write',
  'translation.approve',
  'user.manage',
  'report.read',
  'event.write',
] as const
export type Right = (typeof RIGHTS)[number]

/** With those that come with a role alone. */
export type AnyRight = Right | 'studio.manage' | 'installation.manage'

export const HOLDS: Record<Role, readonly AnyRight[]> = {
  admin: [...RIGHTS, 'studio.manage', 'installation.manage'],
  studio: [...RIGHTS.filter((right) => right !== 'event.write'), 'studio.manage'],
  territory: [
    'file.download',
    'workrequest.create',
    'workrequest.approve',
    'translation.write',
    'translation.approve',
  ],
  vendor: ['file.write', 'file.download', 'workrequest.work', 'translation.write'],
  translator: ['translation.write'],
  guest: [],
  service: ['asset.write', 'file.write', 'embargo.bypass', 'event.write'],
}

export const rightsOf = (
  roles: readonly string[],
  permissions: readonly string[],
): ReadonlySet<string> =>
  new Set([...permissions, ...roles.flatMap((role) => HOLDS[role as Role] ?? [])])

export const rolesThatHold = (right: AnyRight): Role[] =>
  ROLES.filter((role) => HOLDS[role].includes(right))

type Holder = { roles: readonly string[]; rights: ReadonlySet<string>; studios: readonly string[] }
type Grant = {
  roles?: readonly string[]
  permissions?: readonly string[]
  studios?: readonly string[]
}

/** What of a grant the giver does not hold, and so cannot give. */
export function beyondGiver(giver: Holder, grant: Grant): string[] {
  if (giver.roles.includes('admin')) return []
  return [
    ...(grant.roles ?? []).filter(
      (role) =>
        role === 'admin' || !(HOLDS[role as Role] ?? []).every((right) => giver.rights.has(right)),
    ),
    ...(grant.permissions ?? []).filter((right) => !giver.rights.has(right)),
    ...(grant.studios ?? []).filter((studio) => !giver.studios.includes(studio)),
  ]
}
