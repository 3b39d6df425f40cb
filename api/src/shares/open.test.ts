import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { asGuest, codeOf, openLink, shareWithGuest } from '../../test/share-fixtures.ts'
import { changeFile } from '../files/contract.ts'
import { listDownloads } from '../downloads/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { signPath } from '../kernel/http/auth/signed-link.ts'
import * as contract from './contract.ts'

const PASSPHRASE = 'velvet-anchor-9'

async function shareFile({ a }: Fixtures, more: Partial<contract.NewShare> = {}) {
  const { studio } = a.people
  const file = await uploadFile(studio, a, 'trailer.mp4', 'the bytes of a film')
  const share = await studio.call(contract.createShare, {
    body: { kind: 'files', files: [file._id], ...more },
  })
  return { share, file, code: codeOf(share) }
}
const check = ({ as }: Fixtures, code: string) =>
  as().call(contract.getShareLink, { params: { code } })

test('says nothing about a share before the passphrase', async (t) => {
  const fixtures = await loadFixtures(t)
  const { share, code } = await shareFile(fixtures, { passphrase: PASSPHRASE })
  const { studio } = fixtures.a.people
  assert.deepEqual(await check(fixtures, code), { hasPassphrase: true })
  await expectProblem(openLink(fixtures, code), 403, 'share.passphrase-required')
  await expectProblem(
    openLink(fixtures, code, { passphrase: 'wrong-wrong' }),
    403,
    'share.passphrase-invalid',
  )
  await studio.call(contract.revokeShare, { params: { id: share._id } })
  assert.deepEqual(await check(fixtures, code), { hasPassphrase: true })
  await expectProblem(
    openLink(fixtures, code, { passphrase: 'wrong-wrong' }),
    403,
    'share.passphrase-invalid',
  )
  await expectProblem(openLink(fixtures, code, { passphrase: PASSPHRASE }), 410, 'share.revoked')
})

test('limits the attempts on a passphrase, even for the right one', async (t) => {
  const fixtures = await loadFixtures(t)
  const { code } = await shareFile(fixtures, { passphrase: PASSPHRASE })
  for (let attempt = 0; attempt < 5; attempt++)
    await expectProblem(openLink(fixtures, code, { passphrase: 'wrong-wrong' }), 403)
  const limited = await expectProblem(
    openLink(fixtures, code, { passphrase: PASSPHRASE }),
    429,
    'rate-limit.exceeded',
  )
  assert.ok(limited)
  const other = await rawRequest(fixtures, `/api/s/${code}/open`, {
    method: 'POST',
    remoteAddress: '203.0.113.9',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ passphrase: PASSPHRASE }),
  })
  assert.equal(other.statusCode, 200, 'another network may still open it')
})

test('limits the attempts on a passphrase from many networks together', async (t) => {
  const fixtures = await loadFixtures(t)
  const { code } = await shareFile(fixtures, { passphrase: PASSPHRASE })
  const { code: other } = await shareFile(fixtures, { passphrase: PASSPHRASE })
  const openFrom = async (remoteAddress: string, link: string, passphrase: string) => {
    const response = await rawRequest(fixtures, `/api/s/${link}/open`, {
      method: 'POST',
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ passphrase }),
    })
    return response.statusCode
  }
  for (const network of [1, 2, 3])
    assert.equal(await openFrom(`203.0.113.${network}`, code, 'wrong-wrong'), 403)
  const { rows } = await sql<{ failures: number }>`
    select failures from failed_sign_in where network = '*'`.execute(fixtures.db)
  assert.deepEqual(rows, [{ failures: 3 }], 'they are counted together')
  await sql`update failed_sign_in set failures = 99 where network = '*'`.execute(fixtures.db)
  assert.equal(await openFrom('203.0.113.4', code, 'wrong-wrong'), 403)
  assert.equal(await openFrom('203.0.113.5', code, PASSPHRASE), 429)
  assert.equal(await openFrom('203.0.113.5', other, PASSPHRASE), 200, 'another share is open')
})

test('an unknown, an expired and a revoked link are each clear', async (t) => {
  const fixtures = await loadFixtures(t)
  await expectProblem(check(fixtures, 'x'.repeat(43)), 404, 'share.not-found')
  const { share, code } = await shareFile(fixtures)
  await sql`update share set expires_at = now() where id = ${share._id}`.execute(fixtures.db)
  await expectProblem(check(fixtures, code), 410, 'share.expired')
  await expectProblem(openLink(fixtures, code), 410, 'share.expired')
  const revoked = await shareFile(fixtures)
  await fixtures.a.people.studio.call(contract.revokeShare, { params: { id: revoked.share._id } })
  await expectProblem(openLink(fixtures, revoked.code), 410, 'share.revoked')
})

test('sends the file with ranges, and records who downloaded it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const file = await uploadFile(a.people.studio, a, 'trailer.mp4', 'the bytes of a film')
  const { share, code } = await shareWithGuest(fixtures, a.people.studio, {
    kind: 'files',
    files: [file._id],
  })
  const { share: page } = await openLink(fixtures, code)
  const url = page.files[0]!.download!
  const whole = await rawRequest(fixtures, url)
  assert.deepEqual([whole.statusCode, whole.body], [200, 'the bytes of a film'])
  assert.match(String(whole.headers['content-disposition']), /trailer\.mp4/)
  const rest = await rawRequest(fixtures, url, { headers: { range: 'bytes=4-' } })
  assert.deepEqual([rest.statusCode, rest.body], [206, 'bytes of a film'])
  const { items } = await a.people.studio.call(listDownloads)
  assert.deepEqual(
    items.map(({ user, share: used }) => [user.emailNormal, used?._id, used?.action]),
    [
      ['press@outside.example', share._id, 'download'],
      ['press@outside.example', share._id, 'open'],
    ],
  )
})

test('an archive holds every file and its hash, and any range of it can be fetched', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio } = a.people
  const texts = ['one', 'two'.repeat(1000), '']
  const files = []
  for (const text of texts) files.push(await uploadFile(studio, a, 'clip.mp4', text))
  const share = await studio.call(contract.createShare, {
    body: { kind: 'files', files: files.map(({ _id }) => _id) },
  })
  const opened = await openLink(fixtures, codeOf(share))
  const { url, length } = opened.share.archive!
  const whole = await rawRequest(fixtures, url)
  assert.equal(whole.statusCode, 200)
  const bytes = whole.rawPayload
  assert.deepEqual([bytes.length, whole.headers['content-length']], [length, String(length)])
  const hashes = texts.map((text) => createHash('sha256').update(text).digest('hex'))
  const manifest = ['clip.mp4', 'clip (2).mp4', 'clip (3).mp4']
    .map((name, index) => `${hashes[index]}  ${name}\n`)
    .join('')
  assert.ok(bytes.includes(manifest))
  for (const start of [1, 31, 200, 3000, length - 30, length - 1]) {
    const rest = await rawRequest(fixtures, url, {
      headers: { range: `bytes=${start}-`, 'if-range': String(whole.headers.etag) },
    })
    assert.equal(rest.statusCode, 206)
    assert.deepEqual(rest.rawPayload, bytes.subarray(start), `from ${start}`)
  }
  await sql`update object set crc32 = null`.execute(fixtures.db)
  const end = await rawRequest(fixtures, url, { headers: { range: 'bytes=-200' } })
  assert.deepEqual(end.rawPayload, bytes.subarray(-200), 'without stored checksums')
  const { items } = await studio.call(listDownloads)
  assert.equal(items.filter(({ share: used }) => used?.action === 'download').length, 3)
})

test('an embargo hides a file, its name and its bytes from guests', async (t) => {
  const fixtures = await loadFixtures(t)
  const { file, code } = await shareFile(fixtures)
  const { studio } = fixtures.a.people
  const before = await openLink(fixtures, code)
  await studio.call(changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  const { share } = await openLink(fixtures, code)
  assert.deepEqual([share.files, share.embargoed, share.name, share.archive], [[], true, '', null])
  const { download, content } = before.share.files[0]!
  for (const url of [download, content, before.share.archive?.url])
    if (url) await expectNothing(fixtures, url)
  await studio.call(changeFile, {
    params: { id: file._id },
    body: { embargo: { event: false, end: 0 } },
  })
  assert.equal((await rawRequest(fixtures, download!)).statusCode, 200)
})

test('a revoked or expired share ends its token and its signed links', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const end of ['revoke', 'expire'] as const) {
    const { share, code } = await shareFile(fixtures)
    const opened = await openLink(fixtures, code)
    assert.equal((await asGuest(fixtures, '/api/shared', opened)).statusCode, 200)
    if (end === 'revoke')
      await fixtures.a.people.studio.call(contract.revokeShare, { params: { id: share._id } })
    else await sql`update share set expires_at = now() where id = ${share._id}`.execute(fixtures.db)
    assert.equal((await asGuest(fixtures, '/api/shared', opened)).statusCode, 401, end)
    const { files, archive } = opened.share
    for (const url of [files[0]!.download!, files[0]!.content, archive!.url])
      if (url) await expectNothing(fixtures, url)
  }
})

/** A share that has ended and a file under embargo give the same answer. */
async function expectNothing(fixtures: Fixtures, url: string) {
  const response = await rawRequest(fixtures, url)
  const { detail, code } = response.json<{ detail: string; code: string }>()
  assert.deepEqual(
    [response.statusCode, code, detail],
    [404, 'shared-file.not-found', 'This shared file does not exist, or you cannot see it.'],
    url,
  )
}

test('the URL of a file that is too old says that a new one is needed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { code } = await shareFile(fixtures)
  const { share } = await openLink(fixtures, code)
  const { pathname, searchParams } = new URL(share.files[0]!.download!)
  const now = Math.floor(Date.now() / 1000)
  const [person, token] = [searchParams.get('person')!, searchParams.get('token')!]
  const old = signPath(fixtures.app.keys, pathname, { person, token }, now - 100, 50)
  const response = await rawRequest(fixtures, old)
  assert.deepEqual(
    [response.statusCode, response.json<{ code: string }>().code],
    [403, 'link.invalid'],
  )
})

test('the token of one share opens nothing of another, and no other route', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio } = a.people
  const secret = await uploadFile(studio, a, 'secret.mp4', 'secret')
  const [first, second] = [
    await shareWithGuest(fixtures, studio, {
      kind: 'files',
      files: [(await uploadFile(studio, a, 'open.mp4', 'open'))._id],
    }),
    await shareWithGuest(fixtures, studio, {
      kind: 'files',
      files: [secret._id],
      passphrase: PASSPHRASE,
    }),
  ]
  const opened = await openLink(fixtures, first.code)
  const { share } = await openLink(fixtures, second.code, { passphrase: PASSPHRASE })
  const other = share.files[0]!._id
  for (const path of [
    `/shared/${other}/file`,
    `/shared/${other}/content`,
    `/shared/${other}/poster`,
    `/shared/${other}/thumbnail`,
  ])
    assert.equal((await asGuest(fixtures, `/api${path}`, opened)).statusCode, 404, path)
  for (const path of ['/files', '/downloads', '/shares', `/files/${secret._id}/content`])
    assert.equal((await asGuest(fixtures, `/api${path}`, opened)).statusCode, 401, path)
  const moved = share.files[0]!.download!.replace(other, opened.share.files[0]!._id)
  assert.equal((await rawRequest(fixtures, moved)).statusCode, 403)
})

test('a share that is only for watching gives no bytes of the file', async (t) => {
  const fixtures = await loadFixtures(t)
  const { code } = await shareFile(fixtures, { mayDownload: false })
  const opened = await openLink(fixtures, code)
  const [file] = opened.share.files
  assert.deepEqual([file!.download, opened.share.archive], [null, null])
  assert.equal((await asGuest(fixtures, `/api/shared/${file!._id}/file`, opened)).statusCode, 404)
  assert.equal((await asGuest(fixtures, '/api/shared/archive', opened)).statusCode, 403)
})

test('an open link keeps apart the people who open it, by the names they give', async (t) => {
  const fixtures = await loadFixtures(t)
  const { share, code } = await shareFile(fixtures)
  for (const name of ['Ben', ' Ben ', 'Cleo', ''])
    assert.equal((await openLink(fixtures, code, { name })).share.guest.name, name.trim())
  const { recipients } = await fixtures.a.people.studio.call(contract.getShare, {
    params: { id: share._id },
  })
  assert.deepEqual(
    recipients.map(({ name, email, opens }) => [name, email, opens]),
    [
      ['', null, 4],
      ['Ben', null, 2],
      ['Cleo', null, 1],
      ['', null, 1],
    ],
  )
  const { items } = await fixtures.a.people.studio.call(listDownloads)
  assert.deepEqual(items.map(({ user }) => user.name).toSorted(), ['Ben', 'Ben', 'Cleo', 'Guest'])
})
