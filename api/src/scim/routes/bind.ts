import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { serve } from '../../kernel/http/serve.ts'
import { getStudio } from '../../studios/queries.ts'
import { createScimToken, findScimToken, removeScimToken } from '../commands/token.ts'
import * as contract from '../contract.ts'
import { resourceTypes, schemas, serviceProviderConfig } from '../rules/discovery.ts'
import { listResponse, scimUrlOf } from '../rules/resources.ts'
import { ScimError } from '../rules/scim-error.ts'
import { scimGroupRoutes } from './groups.ts'
import { serveScim } from './respond.ts'
import { scimUserRoutes } from './users.ts'

export function scimRoutes(app: App) {
  tokenRoutes(app)
  discoveryRoutes(app)
  scimUserRoutes(app)
  scimGroupRoutes(app)
}

function tokenRoutes(app: App) {
  const { config } = app
  const url = scimUrlOf(config.publicUrl)
  const studioOf = async (db: Db, person: Caller, id: string) =>
    (await getStudio(db, viewerOf(person), id))._id
  serve(app, contract.getScimToken, async ({ person, params, db }) => ({
    url,
    ...(await findScimToken(db, await studioOf(db, person, params.id))),
  }))
  serve(app, contract.createScimToken, async ({ person, params, db, transaction }) => {
    const studio = await studioOf(db, person, params.id)
    return transaction(async (tx) => ({ studio, url, token: await createScimToken(tx, studio) }))
  })
  serve(app, contract.removeScimToken, async ({ person, params, db, transaction }) => {
    const studio = await studioOf(db, person, params.id)
    return transaction(async (tx) => {
      await removeScimToken(tx, studio)
      return { _id: studio, removed: true as const }
    })
  })
}

function discoveryRoutes(app: App) {
  const base = scimUrlOf(app.config.publicUrl)
  const all = (resources: object[]) => ({
    body: listResponse(resources, { total: resources.length, startIndex: 1 }),
  })
  const oneOf = (resources: { id: string }[], id: string) => {
    const resource = resources.find((entry) => entry.id === id)
    if (!resource) throw new ScimError(404, `There is no resource ${id}.`)
    return { body: resource }
  }
  serveScim(app, contract.getServiceProviderConfig, async () => ({
    body: serviceProviderConfig(base),
  }))
  serveScim(app, contract.listResourceTypes, async () => all(resourceTypes(base)))
  serveScim(app, contract.getResourceType, async ({ id }) => oneOf(resourceTypes(base), id))
  serveScim(app, contract.listSchemas, async () => all(schemas(base)))
  serveScim(app, contract.getSchema, async ({ id }) => oneOf(schemas(base), id))
}
