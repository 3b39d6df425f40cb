// What the service tells SCIM clients about itself (RFC 7643, sections 5 to 7).
import { GROUP_SCHEMA, USER_SCHEMA } from './resources.ts'

const unsupported = { supported: false }

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The SCIM token of the studio',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${base}/ServiceProviderConfig`,
  },
})

export const resourceTypes = (base: string) =>
  [
    { name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }))

export const schemas = (base: string) =>
  [
    { id: USER_SCHEMA, name: 'User', attributes: USER_ATTRIBUTES },
    { id: GROUP_SCHEMA, name: 'Group', attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

type Options = {
  type?: string
  required?: boolean
  uniqueness?: string
  mutability?: string
  multiValued?: boolean
  subAttributes?: object[]
}
const attribute = (name: string, options: Options = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
})
const list = (name: string, subAttributes: object[], more: Options = {}) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more })

const USER_ATTRIBUTES = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: ['formatted', 'givenName', 'familyName', 'middleName'].map((name) =>
      attribute(name),
    ),
  }),
  attribute('active', { type: 'boolean' }),
  list('emails', [attribute('value'), attribute('primary', { type: 'boolean' })]),
  list('roles', [attribute('value')]),
  list('groups', [attribute('value'), attribute('display')], { mutability: 'readOnly' }),
]
const GROUP_ATTRIBUTES = [
  attribute('displayName', { required: true }),
  list('members', [attribute('value', { mutability: 'immutable' }), attribute('display')]),
]
