import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../../test/chromium.ts'
import { OWN_SERVICE, loadFixtures } from '../../../test/fixtures.ts'
import { systemRoutes } from '../../kernel/http/system-routes.ts'
import { apiReferenceRoutes } from './api-reference.ts'

test('forbids scripts and requests of other hosts', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  await apiReferenceRoutes(app)
  const response = await app.fastify.inject('/docs/')
  const policy = String(response.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/)
  assert.match(policy, /connect-src 'self'/)
  assert.doesNotMatch(response.body, /(src|href)="(https?:)?\/\//)
})

test('shows every endpoint and loads everything from its own host', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { app } = await loadFixtures(t, OWN_SERVICE)
  await systemRoutes(app, { draining: false })
  await apiReferenceRoutes(app)
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const page = await browser.newPage()
  const [requests, errors]: string[][] = [[], []]
  page.on('request', (request) => requests!.push(request.url()))
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/mark.svg')
    if (message.type() === 'error' && !isIcon) errors!.push(message.text())
  })
  page.on('pageerror', (error) => errors!.push(error.message))

  await page.goto(`${url}/docs/`)
  await page.getByRole('heading', { name: 'Reelay', level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /workrequests/i })
    .first()
    .waitFor()
  assert.deepEqual(
    requests!.filter((request) => !request.startsWith(url) && !/^(data|blob):/.test(request)),
    [],
  )
  assert.deepEqual(errors, [])
})
