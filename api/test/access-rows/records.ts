// The records that the access test calls every route for.
import * as comments from '../../src/comments/contract.ts'
import * as downloads from '../../src/downloads/contract.ts'
import * as files from '../../src/files/contract.ts'
import * as invitations from '../../src/invitations/contract.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { inTransaction } from '../../src/kernel/db/transaction.ts'
import { storeUnits } from '../../src/memory/commands/store-units.ts'
import * as memory from '../../src/memory/contract.ts'
import * as notifications from '../../src/notifications/contract.ts'
import * as offlines from '../../src/offlines/contract.ts'
import * as previews from '../../src/previews/contract.ts'
import * as reviewsessions from '../../src/reviewsessions/contract.ts'
import * as scripts from '../../src/scripts/contract.ts'
import * as sessions from '../../src/sessions/contract.ts'
import * as shares from '../../src/shares/contract.ts'
import * as spelling from '../../src/spelling/contract.ts'
import * as sso from '../../src/sso/contract.ts'
import * as translations from '../../src/translations/contract.ts'
import * as webhooks from '../../src/webhooks/contract.ts'
import * as workrequests from '../../src/workrequests/contract.ts'
import type { Fixtures, StudioFixtures, TestUser } from '../fixtures.ts'
import { newOrder, uploadFile } from '../orders.ts'
import { tokenAuth } from '../raw-http.ts'
import { sessionState } from '../review-sessions.ts'
import type { RecordIds, RecordKind } from './row.ts'

/** What belongs to a work request. The file of the records is also the preview of the asset. */
export const OF_REQUEST: RecordKind[] = [
  'workRequest',
  'offline',
  'comment',
  'requestComment',
  'lineComment',
  'translation',
  'translationLine',
  'encode',
  'invitation',
  'event',
  'notification',
  'memory',
  'reviewSession',
]

/**
 * Creates one record of each kind in a studio: a work request in progress, its translation assigned
 * to the translator, an offline, a notification for the vendor and a download of the territory.
 */
export async function createRecords(fixtures: Fixtures, owner: StudioFixtures): Promise<RecordIds> {
  const { studio, territory, vendor, translator, guest } = owner.people
  const file = await uploadFile(studio, owner)
  const preview = await studio.call(previews.createPreview, {
    body: { asset: owner.asset._id, file: file._id },
  })
  const request = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(owner, { status: 'submitted' }),
  })
  await vendor.call(translations.changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: translator._id },
  })
  const script = await studio.call(scripts.createScript, {
    body: { asset: owner.asset._id, part: 'dialogue', language: 'eng' },
  })
  const line = { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'a' }
  const scriptLine = await studio.call(scripts.scriptLines.add, {
    params: { id: script._id },
    body: line,
  })
  const translationLine = await vendor.call(translations.translationLines.add, {
    params: { id: request.translation._id },
    body: line,
  })
  const offline = await vendor.call(offlines.createOffline, {
    body: { workRequest: request._id, file: file._id },
  })
  const comment = await vendor.call(offlines.createComment, {
    params: { id: offline._id },
    body: { text: 'A dark one', frame: 0 },
  })
  const requestComment = await vendor.call(comments.createComment, {
    params: { id: request._id },
    body: { text: 'When does it come?' },
  })
  const lineComment = await vendor.call(comments.createLineComment, {
    params: { id: request.translation._id },
    body: { line: translationLine._id, text: 'Too long' },
  })
  const invitation = await territory.call(invitations.inviteToRequest, {
    params: { id: request._id },
    body: { email: `invited-${owner.studio.slug}@example.com`, as: 'reviewer' },
  })
  const encode = await insertFailedEncode(fixtures, request._id, vendor._id)
  await fixtures.runJobs()
  const webhook = await studio.call(webhooks.createWebhook, {
    body: { studio: owner.studio._id, url: 'https://1.1.1.1/hook' },
  })
  const provider = await studio.call(sso.createProvider, {
    params: { id: owner.studio._id },
    body: {
      name: 'Provider',
      issuer: 'https://1.1.1.1',
      clientId: 'reelay',
      domains: [`${owner.studio.slug}.example`],
    },
  })
  const delivery = await studio.call(webhooks.pingWebhook, { params: { id: webhook._id } })
  const { items } = await vendor.call(notifications.listNotifications, { query: { type: 'wam' } })
  const { _id: token } = await studio.call(sessions.createToken, { body: { name: 'another' } })
  const share = await studio.call(shares.createShare, {
    body: { kind: 'files', files: [file._id] },
  })
  await fixtures
    .as()
    .call(shares.openShare, { params: { code: share.url!.split('/').at(-1)! }, body: {} })
  const [download] = await territory.call(downloads.startDownloads, {
    body: { files: [file._id] },
  })
  return {
    studio: owner.studio._id,
    group: owner.vendors._id,
    user: guest._id,
    project: owner.project._id,
    asset: owner.asset._id,
    file: file._id,
    preview: preview._id,
    workRequest: request._id,
    script: script._id,
    scriptLine: scriptLine._id,
    translationLine: translationLine._id,
    translation: request.translation._id,
    offline: offline._id,
    comment: comment._id,
    requestComment: requestComment._id,
    lineComment: lineComment._id,
    encode,
    invitation: invitation._id,
    event: items[0]!.event._id,
    notification: items[0]!._id,
    territory: fixtures.territory._id,
    assettype: 'trailer',
    workflow: owner.asset.workflow.id,
    token,
    passkey: await insertPasskey(fixtures, studio._id),
    upload: await startUpload(fixtures, owner),
    webhook: webhook._id,
    delivery: delivery._id,
    provider: provider._id,
    domain: provider.domains[0]!.name,
    memory: await storeMemoryUnit(fixtures, owner, request.translation._id),
    term: (
      await studio.call(memory.createTerm, {
        params: { id: owner.project._id },
        body: { kind: 'name', source: 'Velmarra' },
      })
    )._id,
    word: (
      await studio.call(spelling.addStudioWord, {
        params: { id: owner.studio._id },
        body: { language: 'deu', word: 'Velmarra' },
      })
    )._id,
    job: await insertFailedJob(fixtures),
    share: share._id,
    shareRecipient: share.recipients[0]!._id,
    download: download!._id,
    reviewSession: await startReviewSession(fixtures, studio, request._id, offline._id),
  }
}

/** Its member stays for longer than any test takes. */
async function startReviewSession(
  { db }: Fixtures,
  leader: TestUser,
  request: string,
  offline: string,
): Promise<string> {
  const { _id } = await leader.call(reviewsessions.startReviewSession, {
    body: {
      member: 'd'.repeat(24),
      ...sessionState({ _id: request, version: { kind: 'offline', _id: offline } }),
    },
  })
  await sql`update review_session_member set seen_at = clock_timestamp() + interval '1 day'
    where session_id = ${_id}`.execute(db)
  return _id
}

async function insertFailedJob({ db }: Fixtures): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into job (kind, payload, dead_at)
    values ('test-kind', '{}', ${new Date()})
    returning id`.execute(db)
  const { id } = rows[0]!
  return String(id)
}

async function insertFailedEncode({ db }: Fixtures, request: string, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into encode (
      studio_id, work_request_id, kind, use, value, version, source_digest, person_id, status)
    select studio_id, id, 'offline', '', '', 1, 'nothing', ${by}, 'failed'
    from work_request where id = ${request}
    returning id`.execute(db)
  return rows[0]!.id
}

async function insertPasskey({ db }: Fixtures, person: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into passkey (person_id, credential_id, public_key, counter, transports,
      backup_eligible, backed_up, name)
    values (${person}, new_id(), '', 0, '{}', false, false, 'Phone')
    returning id`.execute(db)
  return rows[0]!.id
}

async function storeMemoryUnit(
  { db }: Fixtures,
  { studio, project, asset, people }: StudioFixtures,
  translation: string,
): Promise<string> {
  await inTransaction(db, (tx) =>
    storeUnits(tx, {
      studio: studio._id,
      project: project._id,
      asset: asset._id,
      translation,
      sourceLanguage: 'eng',
      language: 'deu',
      approvedBy: people.studio._id,
      lines: [{ _id: '1', source: 'Hello', text: 'Hallo' }],
    }),
  )
  return (await people.studio.call(memory.listUnits)).items[0]!._id
}

async function startUpload(
  { app }: Fixtures,
  { asset, people: { studio } }: StudioFixtures,
): Promise<string> {
  const { _id } = await studio.call(files.registerFile, {
    body: { name: 'master.mov', asset: asset._id },
  })
  const { headers } = await app.fastify.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...tokenAuth(studio),
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `file ${btoa(_id)}`,
    },
  })
  return String(headers.location).split('/').at(-1)!
}
