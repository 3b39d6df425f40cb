import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { retryEncode } from './commands.ts'
import * as contract from './contract.ts'

export function encodeRoutes(app: App) {
  serve(app, contract.retryEncode, ({ params, person, transaction }) =>
    transaction((tx) => retryEncode(tx, { workRequest: params.id, id: params.encode, by: person })),
  )
}
