import type { Caller } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { FieldError } from '../kernel/http/contract/problem.ts'
import type { Address, Group, GroupType } from './contract.ts'

type Grantor = Pick<Caller, 'isAdmin' | 'studios'>

/** What this person cannot grant with a group: studios they do not have, and the admin type. */
export function grantErrors(
  grantor: Grantor,
  { type, studios = [] }: { type?: GroupType | undefined; studios?: string[] | undefined },
): FieldError[] {
  const ofType =
    type === 'a' && !grantor.isAdmin
      ? [{ pointer: '/type', message: 'can be chosen only by an admin' }]
      : []
  const ofStudios = studios.flatMap((studio, index) =>
    !grantor.isAdmin && !grantor.studios.includes(studio)
      ? [{ pointer: `/studios/${index}`, message: 'is not one of your studios' }]
      : [],
  )
  return [...ofType, ...ofStudios]
}

/** A group without a studio belongs to the installation, so only an admin can create one. */
export const mayBeWithoutStudio = (grantor: Pick<Grantor, 'isAdmin'>) => grantor.isAdmin

export const wholeAddress = (address: Partial<Address>): Address => ({
  name: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  ...address,
})

export type StoredGroup = Omit<Group, '$links'>

export const presentGroup = (group: StoredGroup, { host }: Pick<ReplyContext, 'host'>): Group => ({
  ...group,
  $links: { self: `//${host}/api/groups/${group._id}` },
})
