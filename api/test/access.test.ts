// The access matrix: every route × every role × own, foreign and unknown. What is not yours is as
// unknown as what never was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import * as comments from '../src/comments/contract.ts'
import * as files from '../src/files/contract.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import { storeUnits } from '../src/memory/commands/store-units.ts'
import * as memory from '../src/memory/contract.ts'
import * as notifications from '../src/notifications/contract.ts'
import * as offlines from '../src/offlines/contract.ts'
import * as previews from '../src/previews/contract.ts'
import * as scripts from '../src/scripts/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as translations from '../src/translations/contract.ts'
import * as webhooks from '../src/webhooks/contract.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import {
  ROLE_LETTERS,
  ACCESS_ROWS,
  type RecordIds,
  type RecordKind,
  type RoleLetter,
  type AccessRow,
} from './access-rows.ts'
import { uploadFile, newOrder } from './orders.ts'
import { tokenAuth } from './raw-http.ts'
import { loadFixtures, type TestUser, type StudioFixtures, type Fixtures } from './fixtures.ts'

const UNKNOWN = 'f'.repeat(24)
/** Belong to the installation, not to a studio. */
const SHARED = new Set(['territory', 'assettype', 'workflow', 'job'])

test('every route has a row in the access matrix, and every row a route', async (t) => {
  const { app } = await loadFixtures(t)
  assert.deepEqual(app.endpoints.map(nameOf).toSorted(), Object.keys(ACCESS_ROWS).toSorted())
})

test('nobody gets in without a credential', async (t) => {
  const house = await loadFixtures(t)
  for (const endpoint of house.app.endpoints.filter(({ access }) => access !== 'anyone')) {
    const { status, body } = await ask(house, endpoint, undefined, UNKNOWN, {})
    assert.equal(status, 401, nameOf(endpoint))
    assert.equal(body.code, 'credential.refused', nameOf(endpoint))
  }
})

test('own: who may gets in, everybody else is refused', async (t) => {
  const house = await loadFixtures(t)
  const ids = await furnish(house, house.a)
  for (const [endpoint, row] of rowsOf(house)) {
    for (const letter of Object.keys(ROLE_LETTERS) as RoleLetter[]) {
      if (row.may === '') continue
      const { status, body } = await ask(
        house,
        endpoint,
        personOf(house, letter),
        row.at ? ids[row.at] : '',
        row,
        ids,
      )
      const said = `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}: ${status} ${body.code ?? ''} ${body.detail ?? ''}`
      if (row.may.includes(letter)) assert.ok(![401, 403, 404, 500].includes(status), said)
      else assert.ok([403, 404].includes(status), said)
    }
  }
})

test('foreign is as unknown as what never was, to the last byte', async (t) => {
  const house = await loadFixtures(t)
  const [own, foreign] = [await furnish(house, house.a), await furnish(house, house.b)]
  for (const [endpoint, row] of rowsOf(house)) {
    if (!row.at || SHARED.has(row.at)) continue
    for (const letter of (Object.keys(ROLE_LETTERS) as RoleLetter[]).filter((one) => one !== 'A')) {
      const theirs = await ask(house, endpoint, personOf(house, letter), foreign[row.at], row, own)
      const none = await ask(house, endpoint, personOf(house, letter), UNKNOWN, row, own)
      const said = `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}`
      assert.ok(
        [403, 404, 422].includes(theirs.status),
        `${said}: ${theirs.status} ${theirs.body.code}`,
      )
      assert.deepEqual({ ...theirs.body, requestId: '' }, { ...none.body, requestId: '' }, said)
    }
  }
})

test('a suspended person and one whose token was revoked are strangers at once', async (t) => {
  const house = await loadFixtures(t)
  const { guest } = house.a.people
  await house.db
    .updateTable('person')
    .set({ approved: false })
    .where('id', '=', guest._id)
    .execute()
  for (const endpoint of house.app.endpoints.filter(({ access }) => access !== 'anyone')) {
    assert.equal((await ask(house, endpoint, guest, UNKNOWN, {})).status, 401, nameOf(endpoint))
  }
})

test('what somebody changed stands in the audit, in the same commit, and what changed nothing does not', async (t) => {
  const house = await loadFixtures(t)
  const ids = await furnish(house, house.a)
  const noted = async () =>
    Number(
      (await sql<{ count: string }>`select count(*) from audit`.execute(house.db)).rows[0]!.count,
    )
  const changes = rowsOf(house).filter(([{ method }]) => ['POST', 'PUT', 'DELETE'].includes(method))
  const seen = new Set<string>()
  // What takes something away comes last, and of that what lies deepest first.
  for (const [endpoint, row] of [
    ...changes.filter(([{ method }]) => method !== 'DELETE'),
    ...changes.filter(([{ method }]) => method === 'DELETE').toReversed(),
  ]) {
    for (const letter of (Object.keys(ROLE_LETTERS) as RoleLetter[]).filter((one) =>
      row.may.includes(one),
    )) {
      const before = await noted()
      const { status } = await ask(
        house,
        endpoint,
        personOf(house, letter),
        row.at ? ids[row.at] : '',
        row,
        ids,
        { really: true },
      )
      const entries = (await noted()) - before
      assert.equal(
        entries,
        status < 300 && endpoint.unaudited === undefined ? 1 : 0,
        `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}: ${status}`,
      )
      if (entries) seen.add(nameOf(endpoint))
    }
  }
  // Each of these needs more than a row can say; they have tests of their own or share their way
  // with one that was seen.
  t.diagnostic(
    `audited and not reached here: ${changes
      .filter(([endpoint]) => endpoint.unaudited === undefined && !seen.has(nameOf(endpoint)))
      .map(([endpoint]) => nameOf(endpoint))
      .join(', ')}`,
  )
  assert.ok(seen.size > 50, String(seen.size))
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const rowsOf = ({ app }: Fixtures) =>
  app.endpoints.map((endpoint): [Endpoint, AccessRow] => [endpoint, ACCESS_ROWS[nameOf(endpoint)]!])
const personOf = ({ admin, a }: Fixtures, letter: RoleLetter): TestUser =>
  letter === 'A' ? admin : a.people[ROLE_LETTERS[letter]]

/**
 * Deletes with a stale If-Match, so that who gets in destroys nothing and the next one finds all as
 * it was.
 */
async function ask(
  { app, a }: Fixtures,
  endpoint: Endpoint,
  person: TestUser | undefined,
  id: string,
  row: Partial<AccessRow>,
  ids?: RecordIds,
  { really = false } = {},
) {
  const body = row.body?.(id, ids!, a)
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api${endpoint.path
      .replace(':id', id)
      .replace(':variant', 'source')
      .replace(':number', '1')
      .replace(':line', `:${row.line}`)
      .replace(':comment', `:${row.comment ?? 'comment'}`)
      .replace(
        /:(\w+)/g,
        (_name, kind: RecordKind) => ids?.[kind] ?? UNKNOWN,
      )}${row.query ? `?${row.query(id)}` : ''}`,
    headers: {
      ...(person && { authorization: `Basic ${btoa(`${person.email}:token-${person.token}`)}` }),
      ...((endpoint.method === 'DELETE' || row.destroys) && !really && { 'if-match': '"stale"' }),
      ...(body !== undefined && {
        'content-type': endpoint.bytes === 'in' ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isProblem = String(response.headers['content-type']).startsWith('application/problem+json')
  return {
    status: response.statusCode,
    body: isProblem ? response.json<{ code?: string; detail?: string }>() : {},
  }
}

/**
 * One of each kind in a studio: an order under way, its translation given to the translator, an
 * offline, and the vendor told of it.
 */
async function furnish(house: Fixtures, side: StudioFixtures): Promise<RecordIds> {
  const { studio, territory, vendor, translator, guest } = side.people
  const file = await uploadFile(studio, side)
  const preview = await studio.call(previews.createPreview, {
    body: { asset: side.asset._id, file: file._id },
  })
  const request = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(side, { status: 'submitted' }),
  })
  await vendor.call(translations.changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: translator._id },
  })
  const script = await studio.call(scripts.createScript, {
    body: { asset: side.asset._id, part: 'dialogue', language: 'eng' },
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
  const encode = await failedEncode(house, request._id, vendor._id)
  await house.runJobs()
  const webhook = await studio.call(webhooks.createWebhook, {
    body: { studio: side.studio._id, url: 'https://1.1.1.1/hook' },
  })
  const delivery = await studio.call(webhooks.pingWebhook, { params: { id: webhook._id } })
  const { items } = await vendor.call(notifications.listNotifications, { query: { type: 'wam' } })
  const { _id: token } = await studio.call(sessions.createToken, { body: { name: 'another' } })
  return {
    studio: side.studio._id,
    group: side.vendors._id,
    user: guest._id,
    project: side.project._id,
    asset: side.asset._id,
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
    encode,
    event: items[0]!.event._id,
    notification: items[0]!._id,
    territory: house.territory._id,
    assettype: 'trailer',
    workflow: side.asset.workflow.id,
    token,
    upload: await beginUpload(house, side),
    webhook: webhook._id,
    delivery: delivery._id,
    memory: await rememberLine(house, side, request.translation._id),
    term: (
      await studio.call(memory.createTerm, {
        params: { id: side.project._id },
        body: { kind: 'name', source: 'Velmarra' },
      })
    )._id,
    job: await failedJob(house),
  }
}

async function failedJob({ db }: Fixtures): Promise<string> {
  const { id } = await db
    .insertInto('job')
    .values({ kind: 'unheard-of', payload: '{}', dead_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function failedEncode({ db }: Fixtures, request: string, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into encode (work_request_id, kind, use, value, version, source_digest, person_id, status) values (${request}, 'offline', '', '', 1, 'nothing', ${by}, 'failed') returning id`.execute(
    db,
  )
  return rows[0]!.id
}

async function rememberLine(
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
      lines: [{ id: '1', source: 'Hello', target: 'Hallo' }],
    }),
  )
  return (await people.studio.call(memory.listUnits)).items[0]!._id
}

async function beginUpload(
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
