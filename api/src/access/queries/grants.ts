// What a caller may see, from their memberships.
import type { Caller } from '../../kernel/http/contract/caller.ts'

/** The studios in which the caller has a role or a permission. */
export const studiosWith = (caller: Caller, name: string): string[] =>
  caller.memberships
    .filter(({ roles, permissions }) => roles.includes(name) || permissions.has(name))
    .map(({ studio }) => studio)

export const territoriesOf = ({ memberships }: Caller) =>
  memberships.filter(({ roles, territory }) => roles.includes('territory') && territory !== null)

export const requestsOf = ({ memberships }: Caller): string[] =>
  memberships.flatMap(({ requests = [] }) => requests)

/** The names of all roles and permissions that the caller has somewhere. */
export const grantsOf = ({ memberships }: Caller): string[] =>
  [
    ...new Set(memberships.flatMap(({ roles, permissions }) => [...roles, ...permissions])),
  ].toSorted()

/** Whether nothing in the caller's studios is hidden from them, neither a record nor a file. */
export const seesEverything = (caller: Caller): boolean =>
  !caller.scope?.project &&
  requestsOf(caller).length === 0 &&
  (caller.isAdmin
    ? caller.installationPermissions.has('embargo.bypass')
    : caller.studios.every((studio) =>
        caller.memberships.some(
          (membership) =>
            membership.studio === studio &&
            (membership.roles.includes('studio') || membership.roles.includes('service')) &&
            membership.permissions.has('embargo.bypass'),
        ),
      ))

/** Whether the caller sees every project and asset in their studios. */
export const seesAllAssets = (caller: Caller): boolean =>
  !caller.scope?.project &&
  requestsOf(caller).length === 0 &&
  (caller.isAdmin ||
    caller.studios.every((studio) =>
      caller.memberships.some(
        (membership) =>
          membership.studio === studio &&
          membership.roles.some((role) => SEES_ASSETS.includes(role)),
      ),
    ))

const SEES_ASSETS = ['studio', 'territory', 'vendor', 'service']
