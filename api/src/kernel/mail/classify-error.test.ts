import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryMinutes, classifySmtpError } from './classify-error.ts'

const classify = (code: string, command?: string, responseCode?: number) =>
  classifySmtpError(
    Object.assign(new Error('x'), {
      code,
      ...(command && { command }),
      ...(responseCode && { responseCode }),
    }),
  )

test('classifies a permanent error as rejected and a temporary one as deferred', () => {
  assert.equal(classify('EENVELOPE', 'RCPT TO', 550), 'rejected')
  assert.equal(classify('EMESSAGE', 'DATA', 554), 'rejected')
  assert.equal(classify('EENVELOPE', 'API'), 'rejected', 'an invalid address')
  assert.equal(classify('EENVELOPE', 'RCPT TO', 451), 'deferred')
  assert.equal(classify('EMESSAGE', 'DATA', 452), 'deferred')
})

test('classifies errors that do not concern the mail as unavailable', () => {
  for (const [code, command, response] of [
    ['ECONNECTION', 'CONN'],
    ['ETIMEDOUT', 'CONN'],
    ['ESOCKET'],
    ['EDNS'],
    ['EAUTH', 'AUTH PLAIN', 535],
    ['EENVELOPE', 'MAIL FROM', 550],
    ['EPROTOCOL', 'EHLO', 554],
    ['EENVELOPE', 'RCPT TO', 421],
    ['ECONNECTION', 'DATA'],
  ] as const) {
    assert.equal(classify(code, command, response), 'unavailable', `${code} ${command} ${response}`)
  }
})

test('doubles the wait up to five minutes for a server and an hour for a mailbox', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 40].map((attempts) => retryMinutes(attempts, 'unavailable')),
    [1, 2, 4, 5, 5],
  )
  assert.deepEqual(
    [1, 2, 3, 7, 40].map((attempts) => retryMinutes(attempts, 'deferred')),
    [1, 2, 4, 60, 60],
  )
})
