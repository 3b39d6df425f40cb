// The API reference at /docs: Scalar, generated in the browser from /openapi.json. It loads nothing
// from another host.
import { hash } from 'node:crypto'
import fastify from 'fastify'
import type { App } from '../../kernel/http/app.ts'

const INLINE_SCRIPT = /<script type="text\/javascript">([\s\S]*?)<\/script>/
const PATHS = ['/docs', '/docs/', '/docs/js/scalar.js']

/** Scalar takes 60 MB of memory and 0.2 s to import, so the first visit imports it. */
export async function apiReferenceRoutes(app: App): Promise<void> {
  let loading: ReturnType<typeof loadScalar> | undefined
  for (const path of PATHS)
    app.fastify.get(path, async (_request, reply) => {
      const scalar = await (loading ??= loadScalar())
      const { statusCode, headers, body } = await scalar.inject(path)
      if (headers.location) return reply.redirect(headers.location, statusCode)
      const type = String(headers['content-type'])
      if (type.includes('html')) reply.header('content-security-policy', policyFor(body))
      return reply.type(type).send(body)
    })
}

async function loadScalar() {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      favicon: '/mark.svg',
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return server
}

/** The page has one inline script, allowed by its hash. Scalar adds its styles inline. */
function policyFor(html: string): string {
  const digest = hash('sha256', INLINE_SCRIPT.exec(html)?.[1] ?? '', 'base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
