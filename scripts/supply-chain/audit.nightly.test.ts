// Runs the audit on a small project against a registry of our own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'

const SCRIPT = join(import.meta.dirname, '../audit.ts')
const ADVISORY = {
  id: 1,
  url: 'https://example.com/advisory',
  title: 'Runs code',
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 9, vectorString: null },
}

const PACKAGE = {
  name: 'leaky',
  'dist-tags': { latest: '1.0.0' },
  versions: { '1.0.0': { name: 'leaky', version: '1.0.0' } },
}

async function startRegistry(t: TestContext, status: number, advisories: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(request.method === 'GET' ? PACKAGE : advisories))
    })
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function audit(t: TestContext, registry: string) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-audit-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const manifest = { name: 'small', version: '1.0.0', dependencies: { leaky: '1.0.0' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const locked = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      ...manifest,
      lockfileVersion: 3,
      packages: { '': manifest, 'node_modules/leaky': locked },
    }),
  )
  const child = spawn(process.execPath, [SCRIPT], {
    cwd: folder,
    env: {
      ...process.env,
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'cache'),
      npm_config_audit: 'true',
      npm_config_offline: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { out, code: code as number }
}

test('fails for a vulnerability of severity high', async (t) => {
  const registry = await startRegistry(t, 200, { leaky: [{ ...ADVISORY, severity: 'high' }] })
  const { out, code } = await audit(t, registry)
  assert.equal(code, 1, out)
  assert.match(out, /^high: leaky /m)
})

test('succeeds for a lower one, and without any', async (t) => {
  const moderate = await audit(
    t,
    await startRegistry(t, 200, { leaky: [{ ...ADVISORY, severity: 'moderate' }] }),
  )
  assert.deepEqual([moderate.code, /1 of a lower one/.test(moderate.out)], [0, true], moderate.out)
  const none = await audit(t, await startRegistry(t, 200, {}))
  assert.deepEqual([none.code, /No vulnerability/.test(none.out)], [0, true], none.out)
})

test('is skipped with a message without a network or without advisories', async (t) => {
  for (const registry of ['http://127.0.0.1:9/', await startRegistry(t, 404, {})]) {
    const { out, code } = await audit(t, registry)
    assert.equal(code, 0, out)
    assert.match(out, /^Skipped: the registry gave no advisories \(.+\)\.$/m)
    assert.doesNotMatch(out, /127\.0\.0\.1:\d+\//)
  }
})
