import { callerIn } from '../kernel/http/contract/caller.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { dryRun } from '../kernel/db/transaction.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { answerAssignment, assignVendor } from './commands/assignment.ts'
import { changeWorkRequest } from './commands/change.ts'
import { placeOrders } from './commands/batch.ts'
import { createWorkRequest, estimateWorkRequest } from './commands/create.ts'
import { withManyLines } from './commands/present-lines.ts'
import { assignReviewers } from './commands/reviewers.ts'
import * as contract from './contract.ts'
import { listAssignments } from './queries/assignments.ts'
import { groupWorkRequests, listWorkRequests } from './queries/list.ts'
import { getWorkRequest } from './queries/work-requests.ts'
import { forbidden } from '../kernel/http/contract/problem.ts'
import { mayAssign } from '../translations/rules/translation.ts'
import { listReviewers } from './queries/reviewers.ts'
import { listTranslators } from './queries/translators.ts'
import { mayChangeOrder } from './rules/fields.ts'
import { possibleMoves } from './rules/moves.ts'
import { presentWorkRequest } from './rules/present.ts'

export function workRequestRoutes(app: App) {
  const { compute } = app
  serve(
    app,
    contract.listWorkRequests,
    ({ person, query, range, db }) => listWorkRequests(db, viewerOf(person), range, query),
    presentWorkRequest,
  )
  serve(app, contract.groupWorkRequests, ({ person, query, db }) =>
    groupWorkRequests(db, viewerOf(person), query),
  )
  serve(
    app,
    contract.getWorkRequest,
    async ({ person, params, db, view }) =>
      withManyLines({ db, compute, view }, await getWorkRequest(db, viewerOf(person), params.id)),
    presentWorkRequest,
  )
  serve(app, contract.listMoves, async ({ person, params, db }) => {
    const request = await getWorkRequest(db, viewerOf(person), params.id)
    return possibleMoves(request, callerIn(person, request.studio))
  })
  serve(
    app,
    contract.createWorkRequest,
    async ({ body, person, transaction, db, view }) => {
      const created = await transaction((tx) => createWorkRequest(tx, { body, by: person }))
      return withManyLines({ db, compute, view }, created)
    },
    presentWorkRequest,
  )
  serve(
    app,
    contract.createWorkRequests,
    ({ body, person, transaction, concernsStudios }) =>
      transaction(async (tx) => {
        const placed = await placeOrders(tx, { ...body, by: person })
        concernsStudios(
          placed.flatMap((result) => ('record' in result ? [result.record.studio] : [])),
        )
        return placed
      }),
    (placed, view) =>
      placed.map((result) =>
        'record' in result
          ? { ...result, record: presentWorkRequest(result.record, view) }
          : result,
      ),
  )
  serve(app, contract.estimateWorkRequest, ({ body, person, db }) =>
    dryRun(db, (tx) => estimateWorkRequest(tx, { body, by: person })),
  )
  serve(app, contract.listTranslators, async ({ person, params, db }) => {
    const viewer = viewerOf(person)
    const request = await getWorkRequest(db, viewer, params.id)
    if (!mayAssign(callerIn(person, request.studio)))
      throw forbidden('field.protected', 'You cannot assign translations.')
    return listTranslators(db, viewer, request)
  })
  serve(app, contract.listReviewers, async ({ person, params, db }) => {
    const viewer = viewerOf(person)
    const request = await getWorkRequest(db, viewer, params.id)
    if (!mayChangeOrder(request, callerIn(person, request.studio)))
      throw forbidden('field.protected', 'Only the owner or the studio can assign reviewers.')
    return listReviewers(db, viewer, params.id)
  })
  serve(
    app,
    contract.assignReviewers,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        assignReviewers(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentWorkRequest,
  )
  serve(app, contract.listAssignments, async ({ person, params, range, db }) => {
    const page = await listAssignments(db, viewerOf(person), range, params.id)
    if (page.total === 0) await getWorkRequest(db, viewerOf(person), params.id)
    return page
  })
  serve(
    app,
    contract.assignVendor,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        assignVendor(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentWorkRequest,
  )
  serve(
    app,
    contract.answerAssignment,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        answerAssignment(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentWorkRequest,
  )
  serve(
    app,
    contract.changeWorkRequest,
    async ({ params, body, person, checkPreconditions, transaction, db, view }) =>
      withManyLines(
        { db, compute, view },
        await transaction((tx) =>
          changeWorkRequest(tx, { id: params.id, body, by: person, checkPreconditions }),
        ),
      ),
    presentWorkRequest,
  )
}
