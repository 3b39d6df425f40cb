import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { App } from './app.ts'
import type { StatedCaller } from '../db/stated-caller.ts'
import { vendorStudiosOf, type Caller } from './contract/caller.ts'

type Asking = Pick<FastifyRequest, 'person' | 'studioClient'>

/** Before sign-in there is no caller, and an admin belongs to every studio. */
export function databaseFor({ database }: Pick<App, 'database'>, asking: Asking): Db {
  const { person, studioClient } = asking
  if (studioClient) return database.as({ person: null, studios: [studioClient.studio] })
  if (!person || person.isAdmin) return database.system
  return database.as(statedCallerOf(person))
}

/** Not for admins, who belong to every studio. */
export function statedCallerOf(person: Caller): StatedCaller {
  const vendorStudios = vendorStudiosOf(person)
  return {
    person: person._id,
    // The first wall limits people to the requests they were invited to.
    studios: [...new Set([...person.studios, ...person.memberships.map(({ studio }) => studio)])],
    // Fewer different callers to state: groups matter only to vendors.
    groups: vendorStudios.length ? person.groups : [],
    vendorStudios,
  }
}
