import type { access, users } from '@reelay/api/contract'

export type PersonDraft = {
  emailNormal: string
  name: string
  roles: access.Role[]
  permissions: access.Permission[]
  studios: string[]
  groups: string[]
  territory: string | null
  hasEnforced2fa: boolean
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
}: users.User): PersonDraft => ({
  emailNormal,
  name,
  roles,
  permissions,
  studios,
  groups: groups.map(({ _id }) => _id),
  territory: territory?._id ?? null,
  hasEnforced2fa,
})
