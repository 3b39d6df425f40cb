import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Few,
  Id,
  Links,
  Name,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Strict,
  Word,
} from '../kernel/schema.ts'

/** Admin, studio department, regional contact, vendor. */
export const GROUP_TYPES = ['a', 'sd', 'rc', 'v'] as const
export const GroupType = Type.Enum([...GROUP_TYPES])
export type GroupType = Static<typeof GroupType>

export const Address = Strict({
  name: Word,
  address: Word,
  city: Word,
  state: Word,
  postalCode: Word,
  country: Word,
})
export type Address = Static<typeof Address>

const MOST_USERS = 2_000
const fields = {
  _id: Id,
  name: Name,
  type: GroupType,
  studios: Few(Id),
  users: Few(Id, MOST_USERS),
  addresses: Few(Address),
}

/** As it stands inside a User. */
export const GroupEmbedded = Strict(fields)
export type GroupEmbedded = Static<typeof GroupEmbedded>

export const Group = Strict({ ...fields, created: Seconds, $links: Links() })
export type Group = Static<typeof Group>

const New = Strict({
  name: Name,
  type: GroupType,
  studios: Type.Optional(Few(Ref)),
  users: Type.Optional(Few(Ref, MOST_USERS)),
  /** Half the world has no states: what is left out of an address is kept as an empty text. */
  addresses: Type.Optional(Few(Partly(Address))),
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
  summary: 'Read a group',
  params: Params,
  reply: Group,
})
export const createGroup = endpoint({
  method: 'POST',
  path: '/groups',
  access: 'user.manage',
  summary: 'Form a group',
  body: New,
  of: Group,
  reply: Group,
})
export const changeGroup = endpoint({
  method: 'PUT',
  path: '/groups/:id',
  access: 'user.manage',
  summary: 'Change a group',
  params: Params,
  body: Partly(New),
  of: Group,
  reply: Group,
})
export const removeGroup = endpoint({
  method: 'DELETE',
  path: '/groups/:id',
  access: 'user.manage',
  summary: 'Remove a group that no workflow names',
  params: Params,
  reply: Removed,
})
