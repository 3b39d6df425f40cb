import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { sendAttachment } from '../kernel/http/attachment.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { presentEdit, textTrackRoutes } from '../lines/routes.ts'
import { planUnits } from './commands/approve.ts'
import { changeTranslation, createTranslation, removeTranslation } from './commands/change.ts'
import { retryOutdated } from '../lines/commands/outdated.ts'
import { checkTranslation } from './commands/check.ts'
import { exportCheckReport } from './commands/check-report.ts'
import {
  conformTranslation,
  planConform,
  presentAnalyzing,
  presentConform,
} from './commands/conform.ts'
import { fixTranslation, planFixes } from './commands/fix.ts'
import { getMerge, mergeScript, planMerge } from './commands/merge.ts'
import { requestFilmMatch } from '../renditions/commands/film-matches.ts'
import { checkSpelling } from './commands/spelling.ts'
import { checkBeforeMove } from './commands/submission-checks.ts'
import type { Speller } from '../spelling/commands/speller.ts'
import * as contract from './contract.ts'
import { getTranslation, resolveTranslationTrack, listTranslations } from './queries.ts'
import { getRules } from './queries/check-options.ts'
import { listDeliveries } from './queries/deliveries.ts'
import { liveRoutes } from './routes/live.ts'
import { presentTranslation } from './rules/translation.ts'

export function translationRoutes(
  app: App,
  { storage, speller }: { storage: Storage; speller: Speller },
) {
  const { compute } = app
  liveRoutes(app)
  serve(
    app,
    contract.listTranslations,
    ({ person, query, range, db }) => listTranslations(db, viewerOf(person), range, query),
    presentTranslation,
  )
  serve(
    app,
    contract.getTranslation,
    ({ person, params, db }) => getTranslation(db, viewerOf(person), params.id),
    presentTranslation,
  )
  serve(app, contract.listTranslationDeliveries, ({ person, params, db }) =>
    listDeliveries(db, viewerOf(person), params.id),
  )
  serve(
    app,
    contract.createTranslation,
    ({ body, person, transaction }) =>
      transaction((tx) => createTranslation(tx, { body, by: person })),
    presentTranslation,
  )
  serve(
    app,
    contract.changeTranslation,
    ({ params, body, person, checkPreconditions, db, transaction }) =>
      retryOutdated(async () => {
        const input = { id: params.id, by: person }
        const { status: to } = body
        const checks =
          to === 'submitted' || to === 'approved'
            ? await checkBeforeMove({ db, compute, speller }, { ...input, to })
            : undefined
        const units = to === 'approved' ? await planUnits({ db, compute }, input) : undefined
        return transaction((tx) =>
          changeTranslation(tx, { ...input, body, checks, units, checkPreconditions }),
        )
      }),
    presentTranslation,
  )
  serve(app, contract.removeTranslation, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeTranslation(tx, { id: params.id, by: person, checkPreconditions })),
  )
  serve(app, contract.getChecks, ({ person, params, query, db }) =>
    checkTranslation(
      { db, compute, speller },
      { id: params.id, by: person, profile: query.profile },
    ),
  )
  serve(app, contract.exportCheckReport, async ({ person, params, query, request, db, reply }) => {
    const input = { id: params.id, by: person, ...query }
    const endpoint = contract.exportCheckReport
    return sendAttachment(
      reply,
      await exportCheckReport({ db, compute, storage, speller }, { ...input, endpoint, request }),
    )
  })
  serve(app, contract.checkSpelling, ({ person, params, body, db }) =>
    checkSpelling({ db, speller }, { id: params.id, words: body.words, by: person }),
  )
  serve(app, contract.getRules, ({ person, params, db }) =>
    getRules(db, { id: params.id, by: person }),
  )
  serve(app, contract.fixTranslation, async ({ params, body, person, db, transaction }) => {
    const input = { id: params.id, by: person }
    const fixed = await retryOutdated(async () => {
      const plan = await planFixes({ db, compute }, { ...input, ...body })
      return transaction((tx) => fixTranslation(tx, { ...input, plan }))
    })
    return presentEdit(compute, person, fixed)
  })
  serve(app, contract.getMerge, ({ person, params, db }) =>
    getMerge({ db, compute }, { id: params.id, by: person }),
  )
  serve(app, contract.mergeScript, async ({ params, body, person, db, transaction }) => {
    const input = { id: params.id, by: person }
    const merged = await retryOutdated(async () => {
      const plan = await planMerge({ db, compute }, { ...input, settle: body.settle ?? {} })
      return transaction((tx) => mergeScript(tx, { ...input, plan }))
    })
    return presentEdit(compute, person, merged)
  })
  serve(app, contract.conformTranslation, ({ params, body, person, db, transaction }) =>
    retryOutdated(async () => {
      const input = { id: params.id, by: person }
      const planned = await planConform({ db, compute }, { ...input, request: body })
      if ('uncompared' in planned) {
        if (!planned.isRequested)
          await transaction((tx) => requestFilmMatch(tx, planned.uncompared))
        return presentAnalyzing(planned)
      }
      const { plan } = planned
      const saved = body.apply
        ? await transaction((tx) => conformTranslation(tx, { ...input, plan }))
        : null
      return presentConform({ compute }, { by: person, plan, saved })
    }),
  )
  textTrackRoutes(app, contract.translationLines, resolveTranslationTrack)
}
