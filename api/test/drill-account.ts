// The first admin of a service that runs as its own process, with an asset and uploaded files.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type Call } from '@reelay/client'
import * as assets from '../src/assets/contract.ts'
import * as files from '../src/files/contract.ts'
import * as projects from '../src/projects/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as studios from '../src/studios/contract.ts'
import { tokenAuthorization } from './agent-request.ts'
import { ADMIN, type TestService } from './service.ts'

export type DrillAccount = { call: Call; api: string; authorization: string }

export async function signIn({ address }: TestService): Promise<DrillAccount> {
  const baseUrl = `${address}/api`
  const session = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  return {
    call: createClient({ baseUrl, credential: session }).call,
    api: baseUrl,
    authorization: tokenAuthorization(session),
  }
}

export async function createAsset(call: Call): Promise<string> {
  const studio = await call(studios.createStudio, { body: { name: 'Studio', slug: 'studio' } })
  const project = await call(projects.createProject, {
    body: { name: 'Project', slug: 'project', studio: studio._id },
  })
  return (
    await call(assets.createAsset, {
      body: { name: 'Trailer', project: project._id, type: 'trailer' },
    })
  )._id
}

export async function upload(
  { call, api, authorization }: DrillAccount,
  asset: string,
  length: number,
): Promise<{ id: string; sha256: string }> {
  const bytes = randomBytes(length)
  const { _id: id } = await call(files.registerFile, { body: { name: 'drill.bin', asset } })
  const put = () =>
    fetch(`${api}/files/${id}/content`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  let response = await put()
  // The service refuses more uploads than it can receive at once.
  while (response.status === 503) {
    await delay(1_000 * Number(response.headers.get('retry-after')))
    response = await put()
  }
  assert.equal(response.status, 200, await response.text())
  return { id, sha256: hash('sha256', bytes) }
}

export async function download({ api, authorization }: DrillAccount, id: string): Promise<Buffer> {
  const response = await fetch(`${api}/files/${id}/content`, { headers: { authorization } })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}
