// Cases 57 and 58: a forged host must not get into links.
import assert from 'node:assert/strict'
import type { Installation } from '../tools/installation.ts'
import { authorizationLine, exchange, lines, statusesIn } from '../tools/socket.ts'

const HEADS = [
  ['GET /api/assets HTTP/1.1', 'Host: evil.example'],
  ['GET /api/assets HTTP/1.1', 'Host: evil.example:1234'],
  ['GET http://evil.example/api/assets HTTP/1.1', 'Host: evil.example'],
  ['GET /api/assets HTTP/1.1', 'Host: localhost', 'X-Forwarded-Host: evil.example'],
  ['GET /api/assets HTTP/1.1', 'Host: localhost', 'Forwarded: host=evil.example;proto=https'],
  [
    'GET /api/assets HTTP/1.1',
    'Host: localhost',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'X-Forwarded-For: 203.0.113.1',
  ],
]

export async function forgedHosts(on: Installation): Promise<string> {
  const seen = []
  for (const head of HEADS) {
    const reply = await exchange(
      on.service.port,
      lines(...head, authorizationLine(on.a.people.studio)),
    )
    assert.ok(!reply.includes('evil.example'), head.join(' | '))
    seen.push(statusesIn(reply)[0])
  }
  assert.ok(seen.includes(200))
  return `${seen.join(', ')}; links show the configured host`
}

/** The service trusts no proxy here, so every peer is untrusted. */
export async function forwardedByStranger(on: Installation): Promise<string> {
  const forged = [
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-For: 127.0.0.1',
  ]
  const head = ['GET /api/assets HTTP/1.1', 'Host: localhost', ...forged]
  const reply = await exchange(
    on.service.port,
    lines(...head, authorizationLine(on.a.people.studio)),
  )
  assert.deepEqual(statusesIn(reply), [200])
  assert.doesNotMatch(reply, /evil\.example|gopher/)
  return '200, ignored'
}
