// Serves the guide below /docs/guide and the API reference at /docs.
import { globSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { App } from '../../kernel/http/app.ts'
import { apiReferenceRoutes } from './api-reference.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const PATHS = ['/docs/guide.css', '/docs/guide.js', '/docs/guide', '/docs/guide/*']
const PROBLEMS = '/docs/guide/reference/problems'

/** `folder`: the guide as `npm run guide` writes it. Its files have the paths of their URLs. */
export async function docsRoutes(app: App, folder: string): Promise<void> {
  await apiReferenceRoutes(app)
  const files = new Map(
    globSync('**/*.*', { cwd: folder }).map((file) => [
      `/docs/${file.replace(/\.html$/, '')}`,
      file,
    ]),
  )
  if (files.size === 0) return
  // A plugin of its own, because the web app has another folder.
  await app.fastify.register(async (fastify) => {
    await fastify.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      setHeaders: (reply) =>
        void reply.headers({
          'content-security-policy': POLICY,
          'cache-control': 'public, max-age=300',
        }),
    })
    for (const path of PATHS)
      fastify.get(path, async (request, reply) => {
        const file = files.get(request.url.split('?', 1)[0]!.replace(/\/$/, ''))
        return file ? reply.sendFile(file) : reply.code(404).sendFile('404.html')
      })
  })
  // The `type` URL of every problem. Its section has the code without its dots as anchor.
  app.fastify.get<{ Params: { code: string } }>(
    '/docs/problems/:code',
    async ({ params }, reply) => {
      const isCode = /^[a-z0-9.-]+$/.test(params.code)
      return reply.redirect(isCode ? `${PROBLEMS}#${params.code.replaceAll('.', '')}` : PROBLEMS)
    },
  )
}
