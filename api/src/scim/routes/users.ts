import type { App } from '../../kernel/http/app.ts'
import { changeScimUser, createScimUser, removeScimUser } from '../commands/users.ts'
import * as contract from '../contract.ts'
import { USER_FILTERS, getScimUser, listScimUsers } from '../queries/users.ts'
import { parseFilter, parsePaging } from '../rules/filter.ts'
import { parseOperations, userChanges } from '../rules/patch.ts'
import { listResponse, presentUser, scimUrlOf } from '../rules/resources.ts'
import { parseUser } from '../rules/users.ts'
import { serveScim, valueOf } from './respond.ts'

export function scimUserRoutes(app: App) {
  const { config } = app
  const base = scimUrlOf(config.publicUrl)

  serveScim(app, contract.listUsers, async ({ studio, query, db }) => {
    const text = query.get('filter')
    const filter = text === null ? [] : valueOf(parseFilter(text, USER_FILTERS))
    const paging = parsePaging(query)
    const { items, total } = await listScimUsers(db, studio, { filter, ...paging })
    const resources = items.map((user) => presentUser(user, base))
    return { body: listResponse(resources, { total, startIndex: paging.startIndex }) }
  })
  serveScim(app, contract.getUser, async ({ studio, id, db }) => ({
    body: presentUser(await getScimUser(db, studio, id), base),
  }))
  serveScim(app, contract.createUser, async ({ studio, body, change }) => {
    const input = valueOf(parseUser(await body(), { userName: true }))
    const created = presentUser(await change((tx) => createScimUser(tx, studio, input)), base)
    return { status: 201, body: created, location: created.meta.location }
  })
  serveScim(app, contract.replaceUser, async ({ studio, id, body, change }) => {
    const input = valueOf(parseUser(await body(), { userName: true }))
    const replaced = { externalId: null, active: true, ...input }
    const user = await change((tx) => changeScimUser(tx, studio, { id, input: replaced }))
    return { body: presentUser(user, base) }
  })
  serveScim(app, contract.patchUser, async ({ studio, id, body, change }) => {
    const operations = valueOf(parseOperations(await body()))
    const changes = valueOf(userChanges(operations))
    const input = valueOf(parseUser(changes, { userName: false }))
    const user = await change((tx) => changeScimUser(tx, studio, { id, input }))
    return { body: presentUser(user, base) }
  })
  serveScim(app, contract.removeUser, async ({ studio, id, change }) => {
    await change((tx) => removeScimUser(tx, studio, id))
    return { status: 204 }
  })
}
