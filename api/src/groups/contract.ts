import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  Links,
  Name,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

/** Admin, studio department, regional contact, vendor. */
export const GROUP_TYPES = ['a', 'sd', 'rc', 'v'] as const
export const GroupType = Type.Enum([...GROUP_TYPES])
export type GroupType = Static<typeof GroupType>

export const Address = StrictObject({
  name: ShortText,
  address: ShortText,
  city: ShortText,
  state: ShortText,
  postalCode: ShortText,
  country: ShortText,
})
export type Address = Static<typeof Address>

const MOST_USERS = 2_000
const fields = {
  _id: Id,
  name: Name,
  type: GroupType,
  studios: BoundedArray(Id),
  users: BoundedArray(Id, MOST_USERS),
  addresses: BoundedArray(Address),
}

/** As embedded in a user. */
export const GroupEmbedded = StrictObject(fields)
export type GroupEmbedded = Static<typeof GroupEmbedded>

export const Group = StrictObject({ ...fields, created: Seconds, $links: Links() })
export type Group = Static<typeof Group>

const New = StrictObject({
  name: Name,
  type: GroupType,
  studios: Type.Optional(BoundedArray(SlugRef)),
  users: Type.Optional(BoundedArray(Ref, MOST_USERS)),
  /**
   * Omitted parts of an address are stored as empty strings, because many countries have no states.
   */
  addresses: Type.Optional(BoundedArray(StrictPartial(Address))),
})

export const listGroups = endpoint({
  method: 'GET',
  path: '/groups',
  access: 'signed-in',
  summary: 'List the groups of your studios',
  list: true,
  reply: Group,
})
export const getGroup = endpoint({
  method: 'GET',
  path: '/groups/:id',
  access: 'signed-in',
  summary: 'Get a group',
  params: IdParams,
  reply: Group,
})
export const createGroup = endpoint({
  method: 'POST',
  path: '/groups',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Create a group',
  body: New,
  record: Group,
  reply: Group,
})
export const changeGroup = endpoint({
  method: 'PUT',
  path: '/groups/:id',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Update a group',
  params: IdParams,
  body: StrictPartial(New),
  record: Group,
  reply: Group,
})
export const removeGroup = endpoint({
  method: 'DELETE',
  path: '/groups/:id',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Remove a group that no workflow uses',
  params: IdParams,
  reply: Removed,
})
