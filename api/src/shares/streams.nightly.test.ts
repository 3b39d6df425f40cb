// Real sockets: a download that is running ends when its share or its file does.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OWN_SERVICE, loadFixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { codeOf, openLink } from '../../test/share-fixtures.ts'
import { startDownload } from '../../test/slow-download.ts'
import { changeFile, removeFile } from '../files/contract.ts'
import * as contract from './contract.ts'

/** More than the buffers of a connection hold. */
const LENGTH = 48 * 1024 * 1024

async function serveShare(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { studio } = fixtures.a.people
  const bytes = randomBytes(LENGTH / 2).toString('hex')
  const file = await uploadFile(studio, fixtures.a, 'film.mxf', bytes)
  const share = await studio.call(contract.createShare, {
    body: { kind: 'files', files: [file._id] },
  })
  await fixtures.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixtures.app.fastify.server.address() as AddressInfo
  const { share: page } = await openLink(fixtures, codeOf(share))
  const local = (url: string) => {
    const { pathname, search } = new URL(url)
    return `http://127.0.0.1:${port}${pathname}${search}`
  }
  return {
    studio,
    file,
    share,
    urls: { file: local(page.files[0]!.download!), archive: local(page.archive!.url) },
  }
}

/** Reads the rest. Returns how many bytes came, and whether the response was complete. */
async function readRest(response: IncomingMessage) {
  let length = 0
  try {
    for await (const chunk of response) length += (chunk as Buffer).length
  } catch {
    return { length, complete: false }
  }
  return { length, complete: response.complete }
}

type Served = Awaited<ReturnType<typeof serveShare>>
const ENDINGS: Record<string, (served: Served) => Promise<unknown>> = {
  'the share is revoked': ({ studio, share }) =>
    studio.call(contract.revokeShare, { params: { id: share._id } }),
  'the file is under embargo': ({ studio, file }) =>
    studio.call(changeFile, {
      params: { id: file._id },
      body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
    }),
  'the file is removed': ({ studio, file }) =>
    studio.call(removeFile, { params: { id: file._id } }),
}

for (const [ending, end] of Object.entries(ENDINGS))
  for (const kind of ['file', 'archive'] as const)
    test(`cuts a running download of the ${kind} when ${ending}`, async (t) => {
      const served = await serveShare(t)
      const response = await startDownload(served.urls[kind])
      await end(served)
      // A revocation works before it is answered. The database is asked for the others.
      if (ending !== 'the share is revoked') await sleep(1500)
      // The connection is reset, so only what the client had received before is left.
      const { length, complete } = await readRest(response)
      assert.equal(complete, false)
      assert.ok(length < LENGTH, String(length))
    })

test('sends the whole file and archive while nothing changes', async (t) => {
  const { urls } = await serveShare(t)
  assert.deepEqual(await readRest(await startDownload(urls.file)), {
    length: LENGTH - 1024,
    complete: true,
  })
  assert.equal((await readRest(await startDownload(urls.archive))).complete, true)
})
