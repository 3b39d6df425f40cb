import type { TestContext } from 'node:test'
import * as scim from '../src/scim/contract.ts'
import * as sso from '../src/sso/contract.ts'
import { loadFixtures, type Fixtures, type StudioFixtures } from './fixtures.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const DOMAIN = 'studio-a.example'

type Resource = Record<string, unknown> & { id: string }
export type ScimResponse = {
  status: number
  type: string
  location: string | undefined
  body: Resource & { Resources: Resource[]; totalResults: number; scimType?: string }
}
export type ScimClient = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimResponse>

export const scimClient =
  ({ app }: Fixtures, token: string): ScimClient =>
  async (method, path, body, headers = {}) => {
    const response = await app.fastify.inject({
      method,
      url: `/api/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    return {
      status: response.statusCode,
      type: String(response.headers['content-type']),
      location: response.headers.location,
      body: (response.body ? response.json() : {}) as ScimResponse['body'],
    }
  }

export async function createScimClient(
  fixtures: Fixtures,
  { studio, people }: StudioFixtures,
): Promise<ScimClient> {
  const { token } = await people.studio.call(scim.createScimToken, { params: { id: studio._id } })
  return scimClient(fixtures, token)
}

/** Studio A has a verified domain and a SCIM client. */
export async function loadScimFixtures(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<Fixtures & { send: ScimClient }> {
  const fixtures = await loadFixtures(t, settings)
  const { admin, a } = fixtures
  const { _id } = await admin.call(sso.createProvider, {
    params: { id: a.studio._id },
    body: {
      name: 'Provider',
      issuer: 'https://1.1.1.1',
      clientId: 'reelay',
      domains: [DOMAIN],
      defaultRoles: ['vendor'],
    },
  })
  await admin.call(sso.verifyDomain, {
    params: { id: a.studio._id, provider: _id, domain: DOMAIN },
    body: { verified: true },
  })
  return { ...fixtures, send: await createScimClient(fixtures, a) }
}

export const newUser = (name: string, more: object = {}) => ({
  schemas: [USER],
  userName: `${name}@${DOMAIN}`,
  externalId: `ext-${name}`,
  name: { givenName: name, familyName: 'Lovelace' },
  emails: [{ value: `${name}@${DOMAIN}`, primary: true, type: 'work' }],
  active: true,
  ...more,
})
export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })
