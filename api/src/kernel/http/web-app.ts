import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from './contract/problem.ts'
import type { App } from './app.ts'

const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Serves the built web app. It has its own routes, so every unknown page gets its index.html. The
 * page of a share link is separate.
 */
export async function webRoutes({ fastify }: App, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) return
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const sharePage = await readFile(join(folder, 'share.html'), 'utf8').catch(() => page)
  await fastify.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['index.html', 'share.html', '**/*.br', '**/*.gz', '.stamp'],
    // A worker uses the policy of its own script, so assets have the policy of the page.
    setHeaders: (reply, path) =>
      void reply.headers({
        'content-security-policy': POLICY,
        'cache-control': /assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
  })
  fastify.get('/*', async (request, reply) => {
    const acceptsHtml =
      /text\/html|^\*\/\*$/.test(request.headers.accept ?? '*/*') &&
      !/^\/(api|docs)(\/|$)/.test(request.url)
    if (!acceptsHtml) throw new Problem(404, 'path.unknown', 'There is nothing at this URL.')
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(request.url.startsWith('/s/') ? sharePage : page)
  })
}
