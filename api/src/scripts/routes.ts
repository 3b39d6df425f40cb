import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { textTrackRoutes } from '../lines/routes.ts'
import type { Speller } from '../spelling/commands/speller.ts'
import { changeScript, createScript, removeScript } from './commands.ts'
import { checkScriptSpelling, getScriptSpelling } from './commands/spelling.ts'
import * as contract from './contract.ts'
import { getScript, resolveScriptTrack, listScripts } from './queries.ts'
import { presentScript } from './rules.ts'

export function scriptRoutes(app: App, { speller }: { speller: Speller }) {
  serve(
    app,
    contract.listScripts,
    ({ person, query, range, db }) => listScripts(db, viewerOf(person), range, query),
    presentScript,
  )
  serve(
    app,
    contract.getScript,
    ({ person, params, db }) => getScript(db, viewerOf(person), params.id),
    presentScript,
  )
  serve(
    app,
    contract.createScript,
    ({ body, person, transaction }) => transaction((tx) => createScript(tx, { body, by: person })),
    presentScript,
  )
  serve(
    app,
    contract.changeScript,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeScript(tx, { id: params.id, body, by: person, checkPreconditions }),
      ),
    presentScript,
  )
  serve(app, contract.removeScript, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeScript(tx, { id: params.id, by: person, checkPreconditions })),
  )
  serve(app, contract.getScriptSpelling, ({ params, person, db }) =>
    getScriptSpelling({ db, speller, compute: app.compute }, { id: params.id, by: person }),
  )
  serve(app, contract.checkScriptSpelling, ({ params, body, person, db }) =>
    checkScriptSpelling({ db, speller }, { id: params.id, words: body.words, by: person }),
  )
  textTrackRoutes(app, contract.scriptLines, resolveScriptTrack)
}
