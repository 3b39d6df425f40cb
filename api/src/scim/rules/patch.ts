import { shortName } from './filter.ts'
import { ScimError, badValue, type Parsed } from './scim-error.ts'

type Attributes = Record<string, unknown>
type Operation = { op: 'add' | 'replace' | 'remove'; path: string | undefined; value: unknown }

/** Reads PatchOp. Microsoft Entra ID writes `Replace` with a capital letter. */
export function parseOperations(body: unknown): Parsed<Operation[]> {
  const list = (body as { Operations?: unknown } | null)?.Operations
  if (!Array.isArray(list) || list.length === 0 || list.length > 1000)
    return badValue('Send 1 to 1000 Operations.')
  const operations: Operation[] = []
  for (const item of list as unknown[]) {
    const { op, path, value } = (item ?? {}) as Record<string, unknown>
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      return badValue('An operation must be add, replace or remove.')
    if (path !== undefined && typeof path !== 'string') return badValue('A path must be a text.')
    if (name === 'remove' && path === undefined)
      return { ok: false, error: new ScimError(400, 'A removal needs a path.', 'noTarget') }
    operations.push({ op: name, path, value })
  }
  return { ok: true, value: operations }
}

const USER_PATHS = new Set(['active', 'username', 'displayname', 'externalid', 'emails', 'roles'])

/** The attributes of a user that a patch sets. Attributes that Reelay does not store are ignored. */
export function userChanges(operations: Operation[]): Parsed<Attributes> {
  const changed: Attributes = {}
  for (const { op, path, value } of operations) {
    if (path === undefined) {
      if (value === null || typeof value !== 'object')
        return badValue('The value has no attributes.')
      for (const [name, item] of Object.entries(value)) setUserAttribute(changed, name, item)
    } else if (!setUserAttribute(changed, path, op === 'remove' ? null : value)) {
      return { ok: false, error: new ScimError(400, `The path ${path} is unknown.`, 'invalidPath') }
    }
  }
  return { ok: true, value: changed }
}

function setUserAttribute(changed: Attributes, path: string, value: unknown): boolean {
  if (/^urn:.*:enterprise:/i.test(path)) return true
  const list = /^(emails|roles|phoneNumbers|addresses)\[[^\]]{1,200}\](?:\.value)?$/i.exec(path)
  const name = list ? list[1]!.toLowerCase() : shortName(path)
  if (list || name === 'emails' || name === 'roles') changed[name] = toList(value)
  else if (name === 'name') Object.assign(nameOf(changed), value)
  else if (name.startsWith('name.')) nameOf(changed)[NAME_PARTS[name.slice(5)] ?? ''] = value
  else changed[name] = value
  return Boolean(list) || USER_PATHS.has(name) || name.startsWith('name') || IGNORED.has(name)
}

const NAME_PARTS: Record<string, string> = {
  formatted: 'formatted',
  givenname: 'givenName',
  familyname: 'familyName',
}
const IGNORED = new Set([
  'title',
  'nickname',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
])

const nameOf = (changed: Attributes) => (changed.name ??= {}) as Attributes
const toList = (value: unknown): unknown[] =>
  value === null ? [] : Array.isArray(value) ? value : [{ value, primary: true }]

export type GroupChange =
  | { kind: 'rename'; name: unknown }
  | { kind: 'externalId'; value: unknown }
  | { kind: 'add' | 'remove' | 'replace'; members: string[] }

export function groupChanges(operations: Operation[]): Parsed<GroupChange[]> {
  const changes: GroupChange[] = []
  for (const { op, path, value } of operations) {
    const entries: [string, unknown][] =
      path === undefined ? Object.entries(value ?? {}) : [[path, value]]
    for (const [name, item] of entries) {
      const change = groupChange(op, name, item)
      if (!change.ok) return change
      if (change.value) changes.push(change.value)
    }
  }
  return { ok: true, value: changes }
}

function groupChange(
  op: Operation['op'],
  path: string,
  value: unknown,
): Parsed<GroupChange | undefined> {
  const singleMember = /^members\[value eq "([0-9a-f]{24})"\]$/i.exec(path)
  if (singleMember && op === 'remove')
    return { ok: true, value: { kind: 'remove', members: [singleMember[1]!] } }
  const name = shortName(path)
  if (name === 'displayname') return { ok: true, value: { kind: 'rename', name: value } }
  if (name === 'externalid')
    return { ok: true, value: { kind: 'externalId', value: value ?? null } }
  if (name === 'members') {
    if (op === 'remove' && value === undefined)
      return { ok: true, value: { kind: 'replace', members: [] } }
    const members = memberIds(value)
    return members.ok ? { ok: true, value: { kind: op, members: members.value } } : members
  }
  return name === 'id' || name === 'schemas'
    ? { ok: true, value: undefined }
    : { ok: false, error: new ScimError(400, `The path ${path} is unknown.`, 'invalidPath') }
}

export function memberIds(value: unknown): Parsed<string[]> {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  const ids = list.map((item) => (item as { value?: unknown } | null)?.value)
  return ids.every((id): id is string => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id))
    ? { ok: true, value: [...new Set(ids)] }
    : badValue('Each member needs the id of a person as its value.')
}
