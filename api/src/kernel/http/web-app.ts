import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from './contract/problem.ts'
import type { App } from './app.ts'

const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Serves the built web app. It has its own routes, so every unknown page gets its index.html. The
 * page of a share link is separate.
 */
type WebApp = Pick<App, 'fastify'> & { config: Pick<App['config'], 'appUrl'> }

export async function webRoutes({ fastify, config }: WebApp, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) return
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const sharePage = await readFile(join(folder, 'share.html'), 'utf8').catch(() => page)
  await fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    // A worker uses the policy of its own script, so assets have the policy of the page.
    setHeaders: (reply, path) =>
      void reply.headers({
        'content-security-policy': POLICY,
        'cache-control': /assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
  })
  // A route for each of the 340 files would take longer than all routes of the API.
  const files = await listFiles(folder)
  fastify.get('/*', async (request, reply) => {
    const file = request.url.slice(1).split('?', 1)[0]!
    if (files.has(file)) return reply.sendFile(file)
    const acceptsHtml =
      /text\/html|^\*\/\*$/.test(request.headers.accept ?? '*/*') &&
      !/^\/(api|docs)(\/|$)/.test(request.url)
    if (!acceptsHtml) throw new Problem(404, 'path.not-found', 'There is nothing at this URL.')
    const address = otherLoopback(config.appUrl, request.host)
    if (address) return reply.redirect(address + request.url)
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(request.url.startsWith('/s/') ? sharePage : page)
  })
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address of the app if it was opened at another name of the same machine: signed links use the
 * configured address, so the page would load no pictures. Any other host is left alone.
 */
function otherLoopback(appUrl: string, host: string): string | undefined {
  const app = new URL(appUrl)
  if (!LOOPBACK.includes(app.hostname) || host === app.host) return undefined
  const isSamePort = LOOPBACK.some((name) => host === `${name}${app.port && `:${app.port}`}`)
  return isSamePort ? app.origin : undefined
}

/** The paths of the files that are served as they are. Compressed copies replace them. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/^\.|\.(html|br|gz)$/.test(entry.name))
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .filter((path) => !path.startsWith('.')),
  )
}
