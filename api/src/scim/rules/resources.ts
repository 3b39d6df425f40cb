// How people and groups look in SCIM (RFC 7643).
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export type StoredScimUser = {
  id: string
  userName: string
  externalId: string | null
  displayName: string
  name: Record<string, string>
  email: string
  active: boolean
  roles: string[]
  groups: { value: string; display: string }[]
  created: string
  changed: string
}
export type StoredScimGroup = {
  id: string
  externalId: string | null
  displayName: string
  members: { value: string; display: string }[]
  created: string
}

export const scimUrlOf = (publicUrl: string) => `${publicUrl}/api/scim/v2`

export const presentUser = (user: StoredScimUser, base: string) => ({
  schemas: [USER_SCHEMA],
  id: user.id,
  ...(user.externalId !== null && { externalId: user.externalId }),
  userName: user.userName,
  displayName: user.displayName,
  name: { formatted: user.displayName, ...user.name },
  emails: [{ value: user.email, type: 'work', primary: true }],
  active: user.active,
  roles: user.roles.map((value) => ({ value })),
  groups: user.groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}` })),
  meta: {
    resourceType: 'User',
    created: user.created,
    lastModified: user.changed,
    location: `${base}/Users/${user.id}`,
  },
})

export const presentGroup = (group: StoredScimGroup, base: string) => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.displayName,
  members: group.members.map((member) => ({
    ...member,
    type: 'User',
    $ref: `${base}/Users/${member.value}`,
  })),
  meta: {
    resourceType: 'Group',
    created: group.created,
    lastModified: group.created,
    location: `${base}/Groups/${group.id}`,
  },
})

export const listResponse = (
  resources: object[],
  { total, startIndex }: { total: number; startIndex: number },
) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
