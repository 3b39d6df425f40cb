import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { OWN_SERVICE, loadFixtures } from '../../../api/test/fixtures.ts'
import { systemRoutes } from '../../../api/src/kernel/http/system-routes.ts'
import { docsRoutes } from '../../../api/src/operations/docs/routes.ts'
import { buildGuide } from './build.ts'
import { DOCS_HOME, openDocs } from './site.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const addresses = openDocs(DOCS)
  .pages()
  .map(({ address }) => address)

async function openSite(t: TestContext) {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  const built = mkdtempSync(join(tmpdir(), 'reelay-guide-'))
  t.after(() => rmSync(built, { recursive: true }))
  buildGuide(DOCS, built)
  await systemRoutes(app, { draining: false })
  await docsRoutes(app, built)
  return { get: (url: string) => app.fastify.inject({ url, headers: { accept: 'text/html' } }) }
}

test('serves every page, and every link on it has a target', async (t) => {
  const { get } = await openSite(t)
  const pages = new Map(
    await Promise.all(
      addresses.map(async (address) => [address, (await get(address)).body] as const),
    ),
  )
  const wrong: string[] = []
  const others = new Map<string, number>()
  for (const [page, html] of pages) {
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      // Links to the web app and to other sites.
      if (/^(https?:|mailto:)/.test(link!) || ['/', '/mark.svg'].includes(link!)) continue
      const [path, anchor] = new URL(link!, `http://reelay.test${page}`).href
        .slice('http://reelay.test'.length)
        .split('#') as [string, string?]
      const target = pages.get(path)
      if (target === undefined && !others.has(path)) others.set(path, (await get(path)).statusCode)
      if (
        target === undefined
          ? others.get(path) !== 200
          : anchor && !target.includes(`id="${decodeURIComponent(anchor)}"`)
      )
        wrong.push(`${page}: ${link}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(
    pages.size > 40 &&
      others.has('/docs/') &&
      [...others.keys()].some((path) => path.endsWith('.png')),
  )
})

test('links only to files that exist in the repository', () => {
  const missing = addresses.flatMap((address) => {
    const name = [
      `${address.slice(DOCS_HOME.length + 1) || 'README'}.md`,
      `${address.slice(DOCS_HOME.length + 1)}/README.md`,
    ].find((path) => exists(join(DOCS, path)))
    if (!name) return []
    return [
      ...readFileSync(join(DOCS, name), 'utf8')
        .replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
        .matchAll(/\]\(([^\s()]+)\)/g),
    ]
      .map(([, link]) => link!.split('#')[0]!)
      .filter(
        (path) =>
          path &&
          !/^(https?:|mailto:|\/docs\/$|\/openapi\.json$)/.test(path) &&
          !exists(join(DOCS, name, '..', path)),
      )
      .map((path) => `${name}: ${path}`)
  })
  assert.deepEqual(missing, [])
})

test('restricts what pages load, and serves nothing outside the folder', async (t) => {
  const { get } = await openSite(t)
  const page = await get(DOCS_HOME)
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'/,
  )
  assert.match(page.body, /<nav class="contents"[\s\S]*href="\/docs\/guide\/reference\/api"/)
  assert.equal(
    (await get(`${DOCS_HOME}/pictures/library.png`)).headers['content-type'],
    'image/png',
  )
  const nothing = await get(`${DOCS_HOME}/nothing`)
  assert.deepEqual(
    [
      nothing.statusCode,
      /<h1>Page not found/.test(nothing.body),
      nothing.body.includes('aria-label="Contents"'),
    ],
    [404, true, true],
  )
  for (const path of [
    'nothing',
    '../package.json',
    '%2e%2e/package.json',
    '..%2fpackage.json',
    'README.md/../../package.json',
  ])
    assert.ok([301, 404].includes((await get(`${DOCS_HOME}/${path}`)).statusCode), path)
})

test('redirects the type URL of a problem to its section', async (t) => {
  const { get } = await openSite(t)
  const problems = openDocs(DOCS)
    .pages()
    .find(({ address }) => address === `${DOCS_HOME}/reference/problems`)!
  for (const { text, anchor } of problems.headings.filter(({ text: code }) => code.includes('.')))
    assert.equal(anchor, text.replaceAll('.', ''), text)
  const leadsTo = async (code: string) => (await get(`/docs/problems/${code}`)).headers.location
  assert.equal(await leadsTo('studio.not-found'), '/docs/guide/reference/problems#studionot-found')
  assert.equal(
    await leadsTo(encodeURIComponent('<script>alert(1)</script>')),
    '/docs/guide/reference/problems',
  )
})

test('links the guide and the API reference to each other', async (t) => {
  const { get } = await openSite(t)
  assert.match((await get(DOCS_HOME)).body, /href="\/docs\/"/)
  assert.match(
    (await get('/openapi.json')).json<{ info: { description: string } }>().info.description,
    /\(\/docs\/guide\)/,
  )
})

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}

test('allows no frames and no foreign scripts on every response', async (t) => {
  const { get } = await openSite(t)
  for (const url of [
    '/docs',
    '/docs/',
    '/docs/openapi.json',
    '/docs/js/scalar.js',
    '/docs/guide.css',
    '/docs/guide.js',
    '/docs/problems/body.invalid',
    '/docs/nothing',
    DOCS_HOME,
    `${DOCS_HOME}/nothing`,
    '/openapi.json',
    '/api/nothing',
  ]) {
    const { headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/, url)
    assert.match(policy, /frame-ancestors 'none'/, url)
    assert.equal(headers['x-frame-options'], 'DENY', url)
  }
})
