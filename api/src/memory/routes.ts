import { Readable } from 'node:stream'
import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import { getStudio } from '../studios/queries.ts'
import { importUnits, readTmxBody } from './commands/import.ts'
import { changeTerm, createTerm, removeTerm } from './commands/terms.ts'
import { removeUnit } from './commands/units.ts'
import * as contract from './contract.ts'
import { streamTmx } from './queries/export.ts'
import { findSuggestions } from './queries/suggestions.ts'
import { getTerm, listTerms } from './queries/terms.ts'
import { getUnit, listUnits } from './queries/units.ts'
import { presentTerm, presentUnit } from './rules/present.ts'

export function memoryRoutes(app: App) {
  serve(app, contract.suggest, ({ person, query, db }) =>
    findSuggestions(db, viewerOf(person), query),
  )
  serve(
    app,
    contract.listUnits,
    ({ person, query, range, db }) => listUnits(db, viewerOf(person), range, query),
    presentUnit,
  )
  serve(
    app,
    contract.getUnit,
    ({ person, params, db }) => getUnit(db, viewerOf(person), params.id),
    presentUnit,
  )
  serve(app, contract.removeUnit, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeUnit(tx, { id: params.id, by: person, checkPreconditions })),
  )

  serve(app, contract.exportMemory, async ({ person, query, reply, db }) => {
    const studio = await getStudio(db, viewerOf(person), query.studio)
    const name = [studio.slug, query.sourceLanguage, query.language].filter(Boolean).join('-')
    reply.headers({
      'content-type': 'application/x-tmx+xml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.tmx"`,
    })
    return reply.send(
      Readable.from(streamTmx(db, viewerOf(person), { ...query, studio: studio._id })),
    )
  })
  serve(app, contract.importMemory, async ({ person, query, request, transaction, db }) => {
    const { _id: studio } = await getStudio(db, viewerOf(person), query.studio)
    if (!request.body)
      throw malformed(
        'body.required',
        'Send the TMX file as the body, with Content-Type: application/octet-stream.',
      )
    const by = person._id
    const units = await readTmxBody(app.compute, request.body as Readable, { studio, by })
    return transaction((tx) => importUnits(tx, { studio, units, by }))
  })

  serve(
    app,
    contract.listTerms,
    ({ person, params, query, range, db }) =>
      listTerms(db, viewerOf(person), params.id, range, query),
    presentTerm,
  )
  serve(
    app,
    contract.getTerm,
    ({ person, params, db }) =>
      getTerm(db, viewerOf(person), { project: params.id, term: params.term }),
    presentTerm,
  )
  serve(
    app,
    contract.createTerm,
    ({ params, body, person, transaction }) =>
      transaction((tx) => createTerm(tx, { project: params.id, body, by: person })),
    presentTerm,
  )
  serve(
    app,
    contract.changeTerm,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        changeTerm(tx, {
          project: params.id,
          term: params.term,
          body,
          by: person,
          checkPreconditions,
        }),
      ),
    presentTerm,
  )
  serve(app, contract.removeTerm, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      removeTerm(tx, { project: params.id, term: params.term, by: person, checkPreconditions }),
    ),
  )
}
