// Serves the guide below /docs/guide and the API reference at /docs.
import { createReadStream, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { App } from '../../kernel/http/app.ts'
import { apiReferenceRoutes } from './api-reference.ts'
import { DOCS_HOME } from './home.ts'
import type { DocsPage } from './site.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.conf': 'text/plain; charset=utf-8',
}
const PROBLEMS = `${DOCS_HOME}/reference/problems`
/** The 404 page has the navigation, so that readers can go on. */
const NOT_FOUND: DocsPage = {
  address: '',
  title: 'Page not found',
  headings: [],
  html: `<h1>Page not found</h1>\n<p>The page may have moved. Look for it in the contents, or go to <a href="${DOCS_HOME}">the first page</a>.</p>\n`,
}

export async function docsRoutes(app: App, folder: string): Promise<void> {
  await apiReferenceRoutes(app)
  const { fastify } = app
  const open = openOnce(folder)
  const assets = {
    css: readFileSync(join(import.meta.dirname, 'guide.css')),
    js: readFileSync(join(import.meta.dirname, 'guide.js')),
  }
  const cached = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=300')
  const send = async (reply: FastifyReply, page: DocsPage) => {
    const { site, renderPage } = await open()
    return cached(reply)
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(renderPage(site, page))
  }

  fastify.get('/docs/guide.css', async (_request, reply) =>
    cached(reply).type('text/css; charset=utf-8').send(assets.css),
  )
  fastify.get('/docs/guide.js', async (_request, reply) =>
    cached(reply).type('text/javascript; charset=utf-8').send(assets.js),
  )
  fastify.get(DOCS_HOME, async (_request, reply) => {
    const { site } = await open()
    return send(reply, site.find(DOCS_HOME)!)
  })
  fastify.get<{ Params: { '*': string } }>(`${DOCS_HOME}/*`, async ({ params }, reply) => {
    const { site } = await open()
    const address = `${DOCS_HOME}/${params['*']}`.replace(/\/$/, '')
    const page = site.find(address)
    if (page) return send(reply, page)
    const file = site.file(address)
    if (!file) return send(reply.code(404), NOT_FOUND)
    return cached(reply)
      .type(TYPES[extname(file)] ?? 'application/octet-stream')
      .send(createReadStream(file))
  })
  // The `type` URL of every problem.
  fastify.get<{ Params: { code: string } }>('/docs/problems/:code', async ({ params }, reply) => {
    const { site } = await open()
    const section = site.find(PROBLEMS)?.headings.find(({ text }) => text === params.code)
    return reply.redirect(section ? `${PROBLEMS}#${section.anchor}` : PROBLEMS)
  })
}

/** The first reader of the guide waits for its modules, so that the service starts without them. */
function openOnce(folder: string) {
  const load = async () => {
    const { openDocs } = await import('./site.ts')
    const { renderPage } = await import('./page.ts')
    return { site: openDocs(folder), renderPage }
  }
  let opened: ReturnType<typeof load> | undefined
  return () => (opened ??= load())
}
