import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOf } from './email-domain.ts'

test('finds the domain of a complete email', () => {
  assert.equal(domainOf(' Ada@Salt.Example '), 'salt.example')
  assert.equal(domainOf('ada+tag@mail.salt.co.uk'), 'mail.salt.co.uk')
})

test('waits until the domain is complete', () => {
  for (const email of ['', 'ada', 'ada@', 'ada@salt', 'ada@salt.', '@salt.example', 'a b@c.de'])
    assert.equal(domainOf(email), undefined, email)
})
