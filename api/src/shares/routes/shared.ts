// The routes for guests with a share link.
import { viewerOf } from '../../access/queries/visibility.ts'
import { createContentSender } from '../../downloads/routes/send-content.ts'
import type { App } from '../../kernel/http/app.ts'
import { networkOf } from '../../kernel/http/auth/ip-network.ts'
import { signPath } from '../../kernel/http/auth/signed-link.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { playbackRoutes } from '../../renditions/routes.ts'
import { commentShared, decideShared } from '../commands/decide.ts'
import { checkLink, openShare } from '../commands/open.ts'
import * as contract from '../contract.ts'
import { listSharedComments } from '../queries/comments.ts'
import { findGuest } from '../queries/sessions.ts'
import {
  findSharedLogo,
  getSharedContent,
  getSharedPage,
  playableShared,
} from '../queries/shared.ts'
import { presentSharedComment } from '../rules/comments.ts'
import { presentSharedPage, type StoredSharedPage } from '../rules/shared.ts'
import type { RunningDownloads } from './running-downloads.ts'
import { createArchiveSender } from './send-archive.ts'

type Tools = { storage: Storage; downloads: RunningDownloads }

export function sharedRoutes(app: App, { storage, downloads }: Tools) {
  linkRoutes(app)
  serve(app, contract.getShared, async ({ person, db }) =>
    pageFor(app, person, await getSharedPage(db, person)),
  )
  playbackRoutes(app, contract.playShared, {
    storage,
    record: playableShared,
    guard: ({ person, file }, send) =>
      downloads.run({ share: person.share!.id, files: [file] }, send),
  })
  serve(app, contract.getSharedLogo, async ({ person, reply, db }) => {
    const logo = await findSharedLogo(db, viewerOf(person))
    if (!logo) throw notFound('file')
    return reply
      .headers({
        'content-type': logo.mime,
        'content-length': logo.length,
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, max-age=3600',
      })
      .send(storage.read(logo.key, { start: 0, end: logo.length - 1 }))
  })
  const sendContent = createContentSender(app, storage, contract.downloadShared)
  serve(app, contract.downloadShared, async ({ params, ...request }) => {
    const { db, person } = request
    const content = await getSharedContent(db, viewerOf(person), params.id)
    return downloads.run({ share: person.share!.id, files: [content.file] }, (signal) =>
      sendContent(request, content, signal),
    )
  })
  const sendArchive = createArchiveSender(app, { storage, downloads })
  serve(app, contract.downloadArchive, (request) => sendArchive(request))
  reviewRoutes(app)
}

function linkRoutes(app: App) {
  const { system } = app.database
  serve(app, contract.getShareLink, ({ params }) => checkLink(system, params.code))
  serve(app, contract.openShare, async ({ params, body, request }) => {
    const token = await openShare(system, {
      code: params.code,
      passphrase: body.passphrase,
      name: body.name ?? '',
      network: networkOf(request.ip),
    })
    const guest = (await findGuest(system, { token }))!
    const page = await getSharedPage(system, guest)
    return { token, expires: page.sessionExpires, share: pageFor(app, guest, page) }
  })
}

function reviewRoutes(app: App) {
  serve(app, contract.listSharedComments, async ({ person, db }) =>
    (await listSharedComments(db, person)).map(presentSharedComment),
  )
  serve(
    app,
    contract.createSharedComment,
    ({ body, person, transaction }) =>
      transaction((tx) => commentShared(tx, { guest: person, body })),
    presentSharedComment,
  )
  serve(app, contract.decideShared, async ({ body, person, transaction }) =>
    pageFor(
      app,
      person,
      await transaction((tx) =>
        decideShared(tx, {
          guest: person,
          decision: body.decision,
          comment: body.comment ?? '',
        }),
      ),
    ),
  )
}

/** Signs for the guest, who is not the caller of the request that opens a link. */
function pageFor({ config, keys }: App, guest: Caller, page: StoredSharedPage) {
  const now = Math.floor(Date.now() / 1000 + guest.clockOffset)
  const bearer = { person: guest._id, token: guest.token }
  const sign = (path: string, seconds?: number) =>
    config.publicUrl + signPath(keys, `/api${path}`, bearer, now, seconds)
  return presentSharedPage(page, { sign }, now)
}
