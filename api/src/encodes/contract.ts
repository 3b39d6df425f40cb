import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { IdOrSlug, StrictObject } from '../kernel/http/contract/schema.ts'
import { Encode } from '../workrequests/contract.ts'

export const retryEncode = endpoint({
  method: 'POST',
  path: '/workrequests/:id/encodes/:encode/retry',
  access: 'workrequest.work',
  summary: 'Retry a failed encode',
  params: StrictObject({ id: IdOrSlug, encode: IdOrSlug }),
  reply: Encode,
})
