import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { getTranslation } from '../translations/queries.ts'
import { presentSummary } from '../users/rules/user.ts'
import { changeComment, createComment, removeComment } from './commands/request-comments.ts'
import {
  createLineComment,
  decideLineComment,
  removeLineComment,
} from './commands/line-comments.ts'
import * as contract from './contract.ts'
import { getComment, getCommentedRequest, listComments, listReaders } from './queries.ts'
import { getLineComment, listLineComments } from './queries/line-comments.ts'
import { presentComment } from './rules.ts'
import { presentLineComment } from './rules/line-comments.ts'

export function commentRoutes(app: App) {
  lineCommentRoutes(app)
  serve(
    app,
    contract.listComments,
    async ({ person, params, range, db }) => {
      const { _id: request } = await getCommentedRequest(db, viewerOf(person), params.id)
      return listComments(db, viewerOf(person), range, request)
    },
    presentComment,
  )
  serve(
    app,
    contract.getComment,
    ({ person, params, db }) =>
      getComment(db, viewerOf(person), { request: params.id, id: params.comment }),
    presentComment,
  )
  serve(
    app,
    contract.createComment,
    ({ params, body, person, transaction }) =>
      transaction((tx) => createComment(tx, { request: params.id, body, by: person })),
    presentComment,
  )
  serve(
    app,
    contract.changeComment,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeComment(tx, {
          request: params.id,
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
      removeComment(tx, { request: params.id, id: params.comment, by: person, checkPreconditions }),
    ),
  )
  serve(
    app,
    contract.listReaders,
    async ({ person, params, range, db }) => {
      const { _id: request } = await getCommentedRequest(db, viewerOf(person), params.id)
      return listReaders(db, viewerOf(person), range, request)
    },
    presentSummary,
  )
}

function lineCommentRoutes(app: App) {
  serve(
    app,
    contract.listLineComments,
    async ({ person, params, range, db }) => {
      const { _id: translation } = await getTranslation(db, viewerOf(person), params.id)
      return listLineComments(db, viewerOf(person), range, translation)
    },
    presentLineComment,
  )
  serve(
    app,
    contract.getLineComment,
    ({ person, params, db }) =>
      getLineComment(db, viewerOf(person), { translation: params.id, id: params.comment }),
    presentLineComment,
  )
  serve(
    app,
    contract.createLineComment,
    ({ params, body, person, transaction }) =>
      transaction((tx) => createLineComment(tx, { translation: params.id, body, by: person })),
    presentLineComment,
  )
  serve(
    app,
    contract.decideLineComment,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        decideLineComment(tx, {
          translation: params.id,
          id: params.comment,
          to: body.status,
          by: person,
          checkPreconditions,
        }),
      ),
    presentLineComment,
  )
  serve(app, contract.removeLineComment, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      removeLineComment(tx, {
        translation: params.id,
        id: params.comment,
        by: person,
        checkPreconditions,
      }),
    ),
  )
}
