// The API reference at /docs: Scalar, generated in the browser from /openapi.json. It loads nothing
// from another host.
import { hash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { App } from '../../kernel/http/app.ts'

const INLINE_SCRIPT = /<script type="text\/javascript">([\s\S]*?)<\/script>/

export async function apiReferenceRoutes({ fastify }: App): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string' && String(reply.getHeader('content-type')).includes('html'))
        reply.header('content-security-policy', policyFor(payload))
      return payload
    })
    await scope.register(scalar, {
      routePrefix: '/docs',
      logLevel: 'silent',
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
  })
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
