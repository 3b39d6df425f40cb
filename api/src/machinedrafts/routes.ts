import { viewerOf } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import type { App } from '../kernel/http/app.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { createGuardedFetch } from '../kernel/http/outbound/guarded-fetch.ts'
import { createTargetResolver } from '../kernel/http/outbound/resolve-target.ts'
import { serve } from '../kernel/http/serve.ts'
import { getStudio } from '../studios/queries.ts'
import {
  checkProviderUrl,
  openDraftServer,
  putDraftProvider,
  removeDraftProvider,
} from './commands/providers.ts'
import {
  cancelTranslationDraft,
  getTranslationDrafts,
  startTranslationDraft,
} from './commands/runs.ts'
import {
  cancelTranscription,
  getScriptDrafts,
  startTranscription,
} from './commands/transcriptions.ts'
import { TEST_SECONDS, testDraftServer } from './commands/test-provider.ts'
import * as contract from './contract.ts'
import { getDraftProvider, listDraftProviders } from './queries/providers.ts'
import { listDraftRuns } from './queries/runs.ts'
import { presentDraftProvider, presentDraftRun, presentDrafts } from './rules/present.ts'

export function machineDraftRoutes(app: App) {
  const resolver = createTargetResolver(app.config.draftsPrivate)
  const fetch = createGuardedFetch(resolver, { timeoutSeconds: TEST_SECONDS })
  const { masterKeys } = app
  const system = app.database.system
  const studioOf = async (db: Db, person: Caller, id: string) =>
    (await getStudio(db, viewerOf(person), id))._id

  serve(
    app,
    contract.listDraftProviders,
    async ({ person, params, range, db }) =>
      listDraftProviders(db, await studioOf(db, person, params.id), range),
    presentDraftProvider,
  )
  serve(
    app,
    contract.putDraftProvider,
    async ({ person, params, body, db, transaction }) => {
      const studio = await studioOf(db, person, params.id)
      const url = await checkProviderUrl(resolver, body.url)
      return transaction((tx) =>
        putDraftProvider(tx, { studio, task: params.task, body, url, masterKeys }),
      )
    },
    presentDraftProvider,
  )
  serve(app, contract.removeDraftProvider, async ({ person, params, db, transaction }) => {
    const studio = await studioOf(db, person, params.id)
    return transaction((tx) => removeDraftProvider(tx, { studio, task: params.task }))
  })
  serve(app, contract.testDraftProvider, async ({ person, params, db }) => {
    const studio = await studioOf(db, person, params.id)
    const provider = await getDraftProvider(db, { studio, task: params.task })
    return testDraftServer({ fetch }, await openDraftServer(db, provider, masterKeys), params.task)
  })
  serve(
    app,
    contract.listDraftRuns,
    async ({ person, params, range, db }) =>
      listDraftRuns(db, await studioOf(db, person, params.id), range),
    presentDraftRun,
  )
  serve(
    app,
    contract.getTranslationDrafts,
    ({ person, params, db }) => getTranslationDrafts(db, { id: params.id, by: person }),
    presentDrafts,
  )
  serve(
    app,
    contract.draftTranslation,
    ({ person, params, transaction }) =>
      transaction((tx) => startTranslationDraft(tx, { id: params.id, by: person, system })),
    presentDraftRun,
  )
  serve(
    app,
    contract.cancelTranslationDraft,
    ({ person, params, transaction }) =>
      transaction((tx) => cancelTranslationDraft(tx, { id: params.id, by: person })),
    presentDraftRun,
  )
  serve(
    app,
    contract.getScriptDrafts,
    ({ person, params, db }) => getScriptDrafts(db, { id: params.id, by: person }),
    presentDrafts,
  )
  serve(
    app,
    contract.transcribeScript,
    ({ person, params, transaction }) =>
      transaction((tx) => startTranscription(tx, { id: params.id, by: person, system })),
    presentDraftRun,
  )
  serve(
    app,
    contract.cancelTranscription,
    ({ person, params, transaction }) =>
      transaction((tx) => cancelTranscription(tx, { id: params.id, by: person })),
    presentDraftRun,
  )
}
