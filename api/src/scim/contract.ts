import { Type } from 'typebox'
import { ANY_QUERY, endpoint, type Endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

export const getScimToken = endpoint({
  method: 'GET',
  path: '/studios/:id/scimtoken',
  access: 'studio.manage',
  summary: 'Get when the SCIM token of a studio was created and last used',
  params: IdParams,
  reply: StrictObject({
    url: Type.String(),
    created: Nullable(Seconds),
    used: Nullable(Seconds),
  }),
})
export const createScimToken = endpoint({
  method: 'POST',
  path: '/studios/:id/scimtoken',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Create the SCIM token of a studio and revoke the previous one. It is shown once',
  params: IdParams,
  secret: true,
  reply: StrictObject({ studio: Id, url: Type.String(), token: Type.String() }),
})
export const removeScimToken = endpoint({
  method: 'DELETE',
  path: '/studios/:id/scimtoken',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Revoke the SCIM token of a studio',
  params: IdParams,
  reply: Removed,
})

/** Requests and responses have the media type and the errors of RFC 7644. */
const scim = <M extends Endpoint['method'], P extends `/${string}`>(
  method: M,
  path: P,
  summary: string,
) =>
  endpoint({
    method,
    path: `/scim/v2${path}`,
    access: 'bearer',
    summary,
    bytes: 'both',
    query: ANY_QUERY,
    reply: Type.Unknown(),
  })

const scimRecord = <M extends Endpoint['method'], P extends `/${string}/:id`>(
  method: M,
  path: P,
  summary: string,
) => ({
  ...scim(method, path, summary),
  params: StrictObject({ id: Type.String({ maxLength: 200 }) }),
})

export const getServiceProviderConfig = scim(
  'GET',
  '/ServiceProviderConfig',
  'SCIM: what the service supports',
)
export const listResourceTypes = scim('GET', '/ResourceTypes', 'SCIM: list the resource types')
export const getResourceType = scimRecord('GET', '/ResourceTypes/:id', 'SCIM: get a resource type')
export const listSchemas = scim('GET', '/Schemas', 'SCIM: list the schemas')
export const getSchema = scimRecord('GET', '/Schemas/:id', 'SCIM: get a schema')

export const listUsers = scim('GET', '/Users', 'SCIM: list or find people of the studio')
export const createUser = scim('POST', '/Users', 'SCIM: add a person to the studio')
export const getUser = scimRecord('GET', '/Users/:id', 'SCIM: get a person')
export const replaceUser = scimRecord('PUT', '/Users/:id', 'SCIM: replace a person')
export const patchUser = scimRecord('PATCH', '/Users/:id', 'SCIM: change a person')
export const removeUser = scimRecord(
  'DELETE',
  '/Users/:id',
  'SCIM: remove a person from the studio',
)

export const listGroups = scim('GET', '/Groups', 'SCIM: list or find groups of the studio')
export const createGroup = scim('POST', '/Groups', 'SCIM: create a group')
export const getGroup = scimRecord('GET', '/Groups/:id', 'SCIM: get a group')
export const replaceGroup = scimRecord('PUT', '/Groups/:id', 'SCIM: replace a group')
export const patchGroup = scimRecord('PATCH', '/Groups/:id', 'SCIM: change a group and its members')
export const removeGroup = scimRecord('DELETE', '/Groups/:id', 'SCIM: remove a group')
