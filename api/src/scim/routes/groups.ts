import type { App } from '../../kernel/http/app.ts'
import { changeScimGroup, createScimGroup, removeScimGroup } from '../commands/groups.ts'
import * as contract from '../contract.ts'
import { GROUP_FILTERS, getScimGroup, listScimGroups } from '../queries/groups.ts'
import { parseFilter, parsePaging } from '../rules/filter.ts'
import { groupChanges, memberIds, parseOperations, type GroupChange } from '../rules/patch.ts'
import { listResponse, presentGroup, scimUrlOf, type StoredScimGroup } from '../rules/resources.ts'
import { serveScim, valueOf } from './respond.ts'

export function scimGroupRoutes(app: App) {
  const { config } = app
  const base = scimUrlOf(config.publicUrl)
  /** Clients leave members out of large groups. */
  const present = (group: StoredScimGroup, query: URLSearchParams) => {
    const { members, ...rest } = presentGroup(group, base)
    const excluded = (query.get('excludedAttributes') ?? '').toLowerCase().split(',')
    return excluded.includes('members') ? rest : { ...rest, members }
  }

  serveScim(app, contract.listGroups, async ({ studio, query, db }) => {
    const text = query.get('filter')
    const filter = text === null ? [] : valueOf(parseFilter(text, GROUP_FILTERS))
    const paging = parsePaging(query)
    const { items, total } = await listScimGroups(db, studio, { filter, ...paging })
    const resources = items.map((group) => present(group, query))
    return { body: listResponse(resources, { total, startIndex: paging.startIndex }) }
  })
  serveScim(app, contract.getGroup, async ({ studio, id, query, db }) => ({
    body: present(await getScimGroup(db, studio, id), query),
  }))
  serveScim(app, contract.createGroup, async ({ studio, query, body, change }) => {
    const changes = wholeGroup(await body())
    const group = await change((tx) => createScimGroup(tx, studio, changes))
    const created = present(group, query)
    return { status: 201, body: created, location: created.meta.location }
  })
  serveScim(app, contract.replaceGroup, async ({ studio, id, query, body, change }) => {
    const changes = wholeGroup(await body())
    const group = await change((tx) => changeScimGroup(tx, studio, { id, changes }))
    return { body: present(group, query) }
  })
  serveScim(app, contract.patchGroup, async ({ studio, id, query, body, change }) => {
    const changes = valueOf(groupChanges(valueOf(parseOperations(await body()))))
    const group = await change((tx) => changeScimGroup(tx, studio, { id, changes }))
    return { body: present(group, query) }
  })
  serveScim(app, contract.removeGroup, async ({ studio, id, change }) => {
    await change((tx) => removeScimGroup(tx, studio, id))
    return { status: 204 }
  })
}

function wholeGroup(body: unknown): GroupChange[] {
  const { displayName, externalId, members } = (body ?? {}) as Record<string, unknown>
  return [
    { kind: 'rename', name: displayName },
    { kind: 'externalId', value: externalId ?? null },
    { kind: 'replace', members: valueOf(memberIds(members ?? [])) },
  ]
}
