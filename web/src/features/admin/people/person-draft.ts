import type { access, users } from '@reelay/api/contract'

export type MembershipDraft = {
  studio: string
  roles: Exclude<access.Role, 'admin'>[]
  permissions: access.Permission[]
  territory: string | null
}

export type PersonDraft = {
  emailNormal: string
  name: string
  roles: access.Role[]
  permissions: access.Permission[]
  studios: string[]
  groups: string[]
  territory: string | null
  hasEnforced2fa: boolean
  /** Used instead of roles, permissions, studios and territory if there are several. */
  memberships: MembershipDraft[]
}

export const NEW_PERSON: PersonDraft = {
  emailNormal: '',
  name: '',
  roles: [],
  permissions: [],
  studios: [],
  groups: [],
  territory: null,
  hasEnforced2fa: false,
  memberships: [],
}

export const toPersonDraft = ({
  emailNormal,
  name,
  roles,
  permissions,
  studios,
  groups,
  territory,
  hasEnforced2fa,
  memberships,
}: users.User): PersonDraft => ({
  emailNormal,
  name,
  roles,
  permissions,
  studios,
  groups: groups.map(({ _id }) => _id),
  territory: territory?._id ?? null,
  hasEnforced2fa,
  memberships: memberships.map(({ groups: _groups, ...membership }) => membership),
})
