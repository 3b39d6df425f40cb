// Runs the sample code of docs/webhooks.md against real deliveries.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadWebhookFixtures } from '../../test/webhook-fixtures.ts'
import * as contract from './contract.ts'

type Sample = {
  verify: (secret: string, header: string | undefined, body: string, now?: number) => boolean
}
const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const source = /^cat > verify\.mjs <<'END'\n(.*?)^END$/ms.exec(guide)![1]!
const sample = (): Promise<Sample> => import(`data:text/javascript,${encodeURIComponent(source)}`)

test('verifies signatures with the sample code of the guide', async (t) => {
  const { createHook, a, emitEvents, sendDue } = await loadWebhookFixtures(t)
  const target = await createHook()
  const { secret } = await a.people.studio.call(contract.renewSecret, { params: { id: target.id } })
  await emitEvents('fin')
  await sendDue()
  const [{ headers, body }] = target.requests as [(typeof target.requests)[0]]
  const header = String(headers['x-signature'])
  const sent = Number(/t=(\d+)/.exec(header)![1])
  const { verify } = await sample()
  assert.equal(verify(secret, header, body), true)
  const rejected: [why: string, ...input: Parameters<Sample['verify']>][] = [
    ['the old secret', target.secret, header, body, sent],
    ['other bytes', secret, header, `${body} `, sent],
    ['played again later', secret, header, body, sent + 301],
    ['another time', secret, header.replace(/t=\d+/, `t=${sent + 1}`), body, sent],
    ['no signature', secret, undefined, body, sent],
    ['nonsense', secret, 't=1,v1=2', body, sent],
  ]
  for (const [why, ...input] of rejected) assert.equal(verify(...input), false, why)
})
