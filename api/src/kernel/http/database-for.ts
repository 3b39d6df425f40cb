import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { App } from './app.ts'

type Asking = Pick<FastifyRequest, 'person' | 'studioClient'>

/** Before sign-in there is no caller, and an admin belongs to every studio. */
export function databaseFor({ database }: Pick<App, 'database'>, asking: Asking): Db {
  const { person, studioClient } = asking
  if (studioClient) return database.as({ person: null, studios: [studioClient.studio] })
  if (!person || person.isAdmin) return database.system
  return database.as({ person: person._id, studios: person.studios })
}
