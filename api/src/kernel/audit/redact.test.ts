import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactSecrets } from './redact.ts'

test('redacts secrets at every level', () => {
  assert.deepEqual(
    redactSecrets({
      name: 'Bo',
      password: 'x',
      deep: [{ currentPassword: 'y', secret: 'z', apiToken: 't', otp: 1 }],
    }),
    {
      name: 'Bo',
      password: '[redacted]',
      deep: [
        {
          currentPassword: '[redacted]',
          secret: '[redacted]',
          apiToken: '[redacted]',
          otp: '[redacted]',
        },
      ],
    },
  )
})

test('redacts codes that grant access but not rejection codes', () => {
  assert.deepEqual(
    [{ code: 'picture' }, { code: '123456' }, { code: 'xK2fPqLmNvRtYwZs' }, { code: null }].map(
      redactSecrets,
    ),
    [{ code: 'picture' }, { code: '[redacted]' }, { code: '[redacted]' }, { code: null }],
  )
})

test('shortens long texts and lists', () => {
  const text = redactSecrets({ text: 'é'.repeat(900) }) as { text: string }
  assert.equal([...text.text].length, 501)
  assert.equal(
    (redactSecrets(Array.from({ length: 80 }, () => 1)) as unknown[]).at(-1),
    '… 30 more',
  )
})
