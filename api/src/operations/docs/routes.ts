// The documents, served as a guide to read.
import { createReadStream, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { App } from '../../kernel/http/app.ts'
import { DOCS_HOME, openDocs, type DocsPage } from './site.ts'
import { renderPage } from './page.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.conf': 'text/plain; charset=utf-8',
}
const PROBLEMS = `${DOCS_HOME}/reference/problems`
/** Somebody reads here, so they are told among the pages that there are. */
const NOWHERE: DocsPage = {
  address: '',
  title: 'There is no such page',
  headings: [],
  html: `<h1>There is no such page</h1>\n<p>It may have moved. Look for it in the contents, or begin at <a href="${DOCS_HOME}">the first page</a>.</p>\n`,
}

export function docsRoutes({ fastify }: App, folder: string) {
  const library = openDocs(folder)
  const look = {
    css: readFileSync(join(import.meta.dirname, 'guide.css')),
    js: readFileSync(join(import.meta.dirname, 'guide.js')),
  }
  const kept = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=300')
  const send = (reply: FastifyReply, page: DocsPage) =>
    kept(reply)
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(renderPage(library, page))

  fastify.get('/docs/guide.css', async (_request, reply) =>
    kept(reply).type('text/css; charset=utf-8').send(look.css),
  )
  fastify.get('/docs/guide.js', async (_request, reply) =>
    kept(reply).type('text/javascript; charset=utf-8').send(look.js),
  )
  fastify.get(DOCS_HOME, async (_request, reply) => send(reply, library.find(DOCS_HOME)!))
  fastify.get<{ Params: { '*': string } }>(`${DOCS_HOME}/*`, async ({ params }, reply) => {
    const address = `${DOCS_HOME}/${params['*']}`.replace(/\/$/, '')
    const page = library.find(address)
    if (page) return send(reply, page)
    const file = library.file(address)
    if (!file) return send(reply.code(404), NOWHERE)
    return kept(reply)
      .type(TYPES[extname(file)] ?? 'application/octet-stream')
      .send(createReadStream(file))
  })
  // The `type` of every problem leads here.
  fastify.get<{ Params: { code: string } }>('/docs/problems/:code', async ({ params }, reply) => {
    const section = library.find(PROBLEMS)?.headings.find(({ text }) => text === params.code)
    return reply.redirect(section ? `${PROBLEMS}#${section.anchor}` : PROBLEMS)
  })
}
