import { missingForGrant } from '../access/rules.ts'
import type { View } from '../kernel/http/contract/view.ts'
import type { FieldError } from '../kernel/http/contract/problem.ts'
import type { Address, Group, GroupType } from './contract.ts'

type Giver = Parameters<typeof missingForGrant>[0]

/**
 * What of a group this person cannot give: studios they do not hold, and the type that only an
 * admin makes.
 */
export function grantErrors(
  giver: Giver,
  { type, studios = [] }: { type?: GroupType | undefined; studios?: string[] | undefined },
): FieldError[] {
  const beyond = new Set(missingForGrant(giver, { studios }))
  const ofType =
    type === 'a' && !giver.roles.includes('admin')
      ? [{ pointer: '/type', message: 'can be chosen by an admin only' }]
      : []
  const ofStudios = studios.flatMap((studio, index) =>
    beyond.has(studio)
      ? [{ pointer: `/studios/${index}`, message: 'is not a studio of yours' }]
      : [],
  )
  return [...ofType, ...ofStudios]
}

/** Without a studio a group is the installation's, and only an admin speaks for that. */
export const mayBeWithoutStudio = (giver: Pick<Giver, 'roles'>) => giver.roles.includes('admin')

export const wholeAddress = (given: Partial<Address>): Address => ({
  name: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  ...given,
})

export type StoredGroup = Omit<Group, '$links'>

export const presentGroup = (group: StoredGroup, { host }: Pick<View, 'host'>): Group => ({
  ...group,
  $links: { self: `//${host}/api/groups/${group._id}` },
})
