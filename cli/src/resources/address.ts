// The parameters of a record's URL, from the arguments of a command.
import { sessions, type users } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { RESOURCE_DEFINITIONS } from './all.ts'
import { findUserByEmail } from './input/references.ts'
import type { ResourceName } from './names.ts'

/** `parent`: the record that the URL contains, such as the work request of a comment. */
export type RecordAddress = { resource: ResourceName; parent?: string | undefined; id: string }

export async function paramsOf(
  client: Client,
  { resource, parent, id }: RecordAddress,
): Promise<Record<string, string>> {
  const { param } = RESOURCE_DEFINITIONS[resource]
  if (param) return { id: parent!, [param]: id }
  return { id: resource === 'users' ? await userId(client, id) : id }
}

/** The parameters of the list, and of a new record. */
export const parentParams = (parent: string | undefined): Record<string, string> =>
  parent === undefined ? {} : { id: parent }

/** Users may be named as `me` or by email. */
async function userId(client: Client, name: string): Promise<string> {
  if (name.includes('@')) return findUserByEmail(client, name)
  if (name !== 'me') return name
  // With a token, the service lists the visible users and puts the caller first.
  const [me] = (await client.call(sessions.openSession, {
    range: { first: 0, last: 0 },
  })) as users.User[]
  return me!._id
}
