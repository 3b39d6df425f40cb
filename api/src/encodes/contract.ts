import { endpoint } from '../kernel/endpoint.ts'
import { IdOrSlug, Strict } from '../kernel/schema.ts'
import { Encode } from '../workrequests/contract.ts'

export const retryEncode = endpoint({
  method: 'POST',
  path: '/workrequests/:id/encodes/:encode/retry',
  access: 'workrequest.work',
  summary: 'Make again what could not be made',
  params: Strict({ id: IdOrSlug, encode: IdOrSlug }),
  reply: Encode,
})
