/** The roles and effective permissions of a person in one studio. */
export type CallerMembership = {
  studio: string
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** The code of the territory they order for. */
  territory: string | null
  /** The person sees nothing in the studio but the requests they were invited to. */
  limited?: boolean
  /** The work requests they were invited to. */
  requests?: readonly string[]
}

/** Limits what a token may do. `full`: everything that its owner may do, except for the account. */
export type TokenScope = {
  access: 'full' | 'read' | 'upload'
  studio: string | null
  project: string | null
}

/**
 * The authenticated person, checked by every request. Requests get the same object as long as nothing
 * about the person has changed, so what is computed from it can be remembered for it. Roles and
 * permissions belong to a studio: ask `callerIn` for those in the studio of a record.
 */
export type Caller = {
  _id: string
  name: string
  email: string
  isAdmin: boolean
  /** Permissions in every studio and for the installation. Empty unless the caller is an admin. */
  installationPermissions: ReadonlySet<string>
  memberships: readonly CallerMembership[]
  /** Without those in which they see single requests only. */
  studios: string[]
  groups: string[]
  token: string
  secondFactor: boolean
  /** Whether they proved who they are within the last minutes, by signing in or again since. */
  recentlyVerified: boolean
  /** Whether a studio is closed to the token, because it requires a second factor. */
  lacksSecondFactor: boolean
  /** Seconds by which the clock of the database is ahead of the clock of this process. */
  clockOffset: number
  /** The time zone of their preferences. Days in filters are days there, or in UTC without one. */
  tz?: string | null
  /** Null for a token that may do everything that its owner may do. */
  scope: TokenScope | null
  /** Only for a guest with a share link, who sees nothing but the files of that share. */
  share?: { id: string; recipient: string }
}

/** A caller together with their roles, permissions and territory in one studio. */
export type StudioCaller = Caller & {
  roles: readonly string[]
  permissions: ReadonlySet<string>
  territory: string | null
}

export const callerIn = remember((caller: Caller, studio): StudioCaller => {
  const membership = caller.memberships.find((entry) => entry.studio === studio)
  return {
    ...caller,
    roles: [...(caller.isAdmin ? ['admin'] : []), ...(membership?.roles ?? [])],
    permissions: caller.isAdmin
      ? caller.installationPermissions
      : (membership?.permissions ?? new Set()),
    territory: membership?.territory ?? null,
  }
})

/** Roles that also show what belongs to other vendors: all of it, or single requests. */
const BEYOND_VENDOR = ['studio', 'territory', 'service', 'translator']

/** The studios in which row-level security hides what belongs to other vendors. */
export const vendorStudiosOf = ({ memberships }: Pick<Caller, 'memberships'>): string[] =>
  memberships
    .filter(
      ({ roles }) =>
        roles.includes('vendor') && !roles.some((role) => BEYOND_VENDOR.includes(role)),
    )
    .map(({ studio }) => studio)

/** Whether the caller has a permission in at least one studio. */
export const hasSomewhere = (caller: Caller, permission: string): boolean =>
  caller.installationPermissions.has(permission) ||
  caller.memberships.some(({ permissions }) => permissions.has(permission))

/** The studios in which a person sees more than single requests. */
export const studiosOf = (memberships: readonly CallerMembership[]): string[] =>
  memberships.filter(({ limited }) => !limited).map(({ studio }) => studio)

/** The caller with only the studios where they have the permission. */
export const narrowTo = remember((caller: Caller, permission): Caller => {
  if (caller.installationPermissions.has(permission)) return caller
  const memberships = caller.memberships.filter(({ permissions }) => permissions.has(permission))
  return { ...caller, memberships, studios: studiosOf(memberships) }
})

/** Computes a value once for each caller and key. It is freed with the caller. */
function remember<T>(
  compute: (caller: Caller, key: string) => T,
): (caller: Caller, key: string) => T {
  const cache = new WeakMap<Caller, Map<string, T>>()
  return (caller, key) => {
    const values = cache.get(caller) ?? new Map<string, T>()
    if (values.size === 0) cache.set(caller, values)
    if (!values.has(key)) values.set(key, compute(caller, key))
    return values.get(key)!
  }
}
