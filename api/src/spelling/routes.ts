import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { addWord, removeWord } from './commands/words.ts'
import * as contract from './contract.ts'
import { getWord, listWords } from './queries/words.ts'
import { presentWord } from './rules/present.ts'

export function spellingRoutes(app: App) {
  serve(
    app,
    contract.listStudioWords,
    ({ person, params, query, range, db }) =>
      listWords(db, viewerOf(person), params.id, range, query),
    presentWord,
  )
  serve(
    app,
    contract.getStudioWord,
    ({ person, params, db }) =>
      getWord(db, viewerOf(person), { studio: params.id, word: params.word }),
    presentWord,
  )
  serve(
    app,
    contract.addStudioWord,
    ({ params, body, person, transaction }) =>
      transaction((tx) => addWord(tx, { studio: params.id, ...body, by: person })),
    presentWord,
  )
  serve(app, contract.removeStudioWord, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      removeWord(tx, { studio: params.id, word: params.word, by: person, checkPreconditions }),
    ),
  )
}
