import type { Readable } from 'node:stream'
import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import type { Intake } from '../kernel/storage/intake.ts'
import {
  changeFile,
  recordContent,
  rejectMismatch,
  rejectForeignFile,
  registerFile,
  removeFile,
} from './commands.ts'
import { prepareBatch, recordBatch, rejectOtherBytes } from './commands/batch.ts'
import * as contract from './contract.ts'
import { getFile, listFiles } from './queries.ts'
import { presentFile } from './rules.ts'

export function fileRoutes(app: App, { intake }: { intake: Intake }) {
  serve(
    app,
    contract.listFiles,
    ({ person, query, range, db }) => listFiles(db, viewerOf(person), range, query),
    presentFile,
  )
  serve(
    app,
    contract.listFilesBySlug,
    ({ person, query, range, db }) => listFiles(db, viewerOf(person), range, query),
    presentFile,
  )
  serve(
    app,
    contract.getFile,
    ({ person, params, db }) => getFile(db, viewerOf(person), params.id),
    presentFile,
  )
  serve(
    app,
    contract.registerFile,
    ({ body, person, transaction }) => transaction((tx) => registerFile(tx, { body, by: person })),
    presentFile,
  )
  serve(
    app,
    contract.uploadBatch,
    async ({ body, person, concernsStudios, transaction, db }) => {
      const files = await prepareBatch(db, body.files, person)
      concernsStudios(files.map(({ target }) => target.studio))
      const received = await intake.putAll(
        files.map(({ bytes }) => bytes),
        (measured, place) => rejectOtherBytes(body.files[place]!, measured, place),
      )
      return { files: await transaction((tx) => recordBatch(tx, files, received, person)) }
    },
    ({ files }, view) => ({ files: files.map((file) => presentFile(file, view)) }),
  )
  serve(
    app,
    contract.changeFile,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) => changeFile(tx, { id: params.id, body, by: person, checkPreconditions })),
    presentFile,
  )
  serve(app, contract.removeFile, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeFile(tx, { id: params.id, by: person, checkPreconditions })),
  )

  serve(
    app,
    contract.receiveContent,
    async ({ params, person, request, transaction, db }) => {
      const file = await getFile(db, viewerOf(person), params.id)
      rejectForeignFile(file, person)
      if (!request.body)
        throw malformed(
          'body.required',
          'Send the bytes of the file as the body, with Content-Type: application/octet-stream.',
        )
      // No transaction is open while bytes are received.
      const received = await intake.put(request.body as Readable, (measured) =>
        rejectMismatch(file, measured),
      )
      return transaction((tx) => recordContent(tx, { id: params.id, received, by: person }))
    },
    presentFile,
  )
}
