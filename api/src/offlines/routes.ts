import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { sendAttachment } from '../kernel/http/attachment.ts'
import { serve } from '../kernel/http/serve.ts'
import { conflict } from '../kernel/http/contract/problem.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { requestFilmMatch } from '../renditions/commands/film-matches.ts'
import { recordViews } from '../renditions/commands/embargoed-views.ts'
import { playbackRoutes } from '../renditions/routes.ts'
import { changeComment, createComment, removeComment } from './commands/comments.ts'
import { conformComments, planComments, presentAnalyzing, presentPlan } from './commands/conform.ts'
import {
  createOffline,
  decideOffline,
  makeDecision,
  withdrawDecision,
} from './commands/offlines.ts'
import * as contract from './contract.ts'
import {
  listAllComments,
  getComment,
  getCommentedOffline,
  listComments,
} from './queries/comments.ts'
import { getOffline, listOfflines, offlineScreen } from './queries/offlines.ts'
import { presentComment } from './rules/comments.ts'
import { exportComments } from './rules/export.ts'
import { presentOffline } from './rules/offlines.ts'

export function offlineRoutes(app: App, { storage }: { storage: Storage }) {
  serve(
    app,
    contract.listOfflines,
    ({ person, query, range, db }) => listOfflines(db, viewerOf(person), range, query),
    presentOffline,
  )
  serve(
    app,
    contract.getOffline,
    recordViews(
      { record: offlineScreen, endpoint: contract.getOffline },
      ({ person, params, db }) => getOffline(db, viewerOf(person), params.id),
    ),
    presentOffline,
  )
  serve(
    app,
    contract.createOffline,
    ({ body, person, transaction }) => transaction((tx) => createOffline(tx, { body, by: person })),
    presentOffline,
  )
  serve(
    app,
    contract.decideOffline,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        decideOffline(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentOffline,
  )
  serve(
    app,
    contract.makeDecision,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        makeDecision(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentOffline,
  )
  serve(
    app,
    contract.withdrawDecision,
    ({ params, person, checkPreconditions, transaction }) =>
      transaction((tx) => withdrawDecision(tx, { id: params.id, by: person, checkPreconditions })),
    presentOffline,
  )
  playbackRoutes(app, contract.watchOffline, { storage, record: offlineScreen })
  commentRoutes(app)
}

function commentRoutes(app: App) {
  serve(
    app,
    contract.listComments,
    async ({ person, params, query, range, db }) => {
      const { _id: offline } = await getCommentedOffline(db, viewerOf(person), params.id)
      return listComments(db, viewerOf(person), range, { offline, ...query })
    },
    presentComment,
  )
  serve(
    app,
    contract.getComment,
    ({ person, params, db }) =>
      getComment(db, viewerOf(person), { offline: params.id, id: params.comment }),
    presentComment,
  )
  serve(
    app,
    contract.createComment,
    ({ params, body, person, transaction }) =>
      transaction((tx) => createComment(tx, { offline: params.id, body, by: person })),
    presentComment,
  )
  serve(
    app,
    contract.changeComment,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeComment(tx, {
          offline: params.id,
          id: params.comment,
          body,
          by: person,
          checkPreconditions,
        }),
      ),
    presentComment,
  )
  serve(app, contract.removeComment, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      removeComment(tx, { offline: params.id, id: params.comment, by: person, checkPreconditions }),
    ),
  )
  serve(app, contract.conformComments, async ({ params, body, person, db, transaction }) => {
    const target = { offline: params.id, by: person, request: body }
    const plan = await planComments({ db, compute: app.compute }, target)
    if ('uncompared' in plan) {
      if (!plan.isRequested) await transaction((tx) => requestFilmMatch(tx, plan.uncompared))
      return presentAnalyzing(plan)
    }
    if (body.apply)
      await transaction((tx) => conformComments(tx, { by: person, request: body, plan }))
    return presentPlan(plan, body.apply === true)
  })
  serve(app, contract.exportComments, async ({ params, query, person, reply, db }) => {
    const offline = await getCommentedOffline(db, viewerOf(person), params.id)
    const exported = exportComments(
      query.format ?? 'csv',
      offline,
      await listAllComments(db, viewerOf(person), offline._id),
    )
    if (!exported)
      throw conflict(
        'offline.no-frames',
        'This offline has no frames for markers, or it has not been analysed yet.',
      )
    return sendAttachment(reply, exported)
  })
}
