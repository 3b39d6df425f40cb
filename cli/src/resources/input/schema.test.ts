import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memory, shares, webhooks } from '@reelay/api/contract'
import { fieldTypeOf, type FieldSchema } from './schema.ts'

const typeOf = (endpoint: { body: unknown }, field: string) =>
  fieldTypeOf((endpoint.body as FieldSchema).properties![field]!)

test('derives what a flag accepts from the declared field', () => {
  assert.deepEqual(
    [
      typeOf(shares.createShare, 'recipients'),
      typeOf(shares.createShare, 'files'),
      typeOf(shares.createShare, 'expires'),
      typeOf(memory.createTerm, 'language'),
      typeOf(webhooks.createWebhook, 'format'),
      typeOf(webhooks.createWebhook, 'types'),
    ],
    ['recipient-list', 'reference-list', 'time', 'text', 'choice', 'list'],
  )
})
