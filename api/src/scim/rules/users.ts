import { MAPPED_ROLES } from '../../sso/contract.ts'
import { badValue, type Parsed } from './scim-error.ts'

/** What a client wants to store. Absent fields stay as they are. */
export type UserInput = {
  userName?: string
  email?: string
  displayName?: string
  name?: Record<string, string>
  externalId?: string | null
  active?: boolean
  roles?: string[]
}
type Attributes = Record<string, unknown>

const EMAIL = /^[^\s@<>",;\u037e:\\]{1,64}@[^\s@<>",;\u037e:\\]{1,189}$/

/** Attribute names have no case (RFC 7643, section 2.1). */
export function parseUser(body: unknown, requires: { userName: boolean }): Parsed<UserInput> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return badValue('Send a user as a JSON object.')
  const attributes: Attributes = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { username, externalid, active } = attributes
  if (requires.userName && username === undefined) return badValue('userName is missing.')
  if (username !== undefined && !isText(username)) return badValue('userName must be a text.')
  if (externalid !== undefined && externalid !== null && !isText(externalid))
    return badValue('externalId must be a text.')
  const isActive = active === undefined ? undefined : booleanOf(active)
  if (isActive === null) return badValue('active must be true or false.')
  const email = emailOf(attributes)
  if (email !== undefined && !EMAIL.test(email))
    return badValue('The primary email, or userName without emails, must be an email address.')
  const input = {
    userName: username,
    email: email?.toLowerCase().normalize('NFC'),
    displayName: displayNameOf(attributes),
    name: namePartsOf(attributes.name),
    externalId: externalid,
    active: isActive,
    roles: rolesOf(attributes.roles),
  }
  return { ok: true, value: withoutUndefined(input) }
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 300

/** Microsoft Entra ID sends "False" as a text. */
function booleanOf(value: unknown): boolean | null {
  const text = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)
  return text === 'true' ? true : text === 'false' ? false : null
}

function emailOf({ emails, username }: Attributes): string | undefined {
  const list = (Array.isArray(emails) ? emails : []) as { value?: unknown; primary?: unknown }[]
  const value = (list.find((email) => email?.primary === true) ?? list[0])?.value
  return isText(value) ? value : isText(username) ? username : undefined
}

function displayNameOf({ displayname, name }: Attributes): string | undefined {
  if (isText(displayname)) return displayname
  const { formatted, givenName, familyName } = (name ?? {}) as Attributes
  if (isText(formatted)) return formatted
  const whole = [givenName, familyName].filter(isText).join(' ')
  return whole === '' ? undefined : whole.slice(0, 300)
}

const namePartsOf = (name: unknown): Record<string, string> | undefined =>
  name !== null && typeof name === 'object'
    ? Object.fromEntries(
        ['givenName', 'familyName', 'middleName'].flatMap((part) => {
          const value = (name as Attributes)[part]
          return isText(value) ? [[part, value]] : []
        }),
      )
    : undefined

/** Roles that Reelay does not know are ignored, and so are those that only people can grant. */
const SCIM_ROLES = MAPPED_ROLES.filter((role) => role !== 'service')
function rolesOf(roles: unknown): string[] | undefined {
  if (!Array.isArray(roles)) return undefined
  const values = roles.map((role) => String((role as { value?: unknown } | null)?.value ?? role))
  const granted = SCIM_ROLES.filter((role) => values.includes(role))
  return granted.length ? granted : undefined
}

const withoutUndefined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
