import { inTransaction } from '../../kernel/db/transaction.ts'
import type { App } from '../../kernel/http/app.ts'
import { serveFetchHandler } from '../../kernel/http/serve-fetch-handler.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { unsubscribe } from '../commands/unsubscribe.ts'
import * as contract from '../contract.ts'

/**
 * Mail clients send a form (RFC 8058) and people see a page, so neither is JSON. Everything needed
 * is in the URL.
 */
export function unsubscribeRoutes(app: App) {
  serveFetchHandler(app, contract.askUnsubscribe, async ({ request }) => {
    codeIn(request)
    return page(
      'Stop notification mail from Reelay? You will still get mail about your account.',
      '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>',
    )
  })
  serveFetchHandler(app, contract.unsubscribe, async ({ db, request }) => {
    const code = codeIn(request)
    await inTransaction(db, (tx) => unsubscribe(tx, code))
    return page('You are unsubscribed. You can turn mail on again in your settings.')
  })
}

function codeIn({ url }: Request): string {
  const [code, ...more] = new URL(url).searchParams.getAll('code')
  if (!code || more.length || !/^[\w-]{1,200}$/.test(code))
    throw invalid(
      'code.required',
      'The link is incomplete. Open it exactly as it is in the mail.',
      [{ pointer: '/code', message: 'is missing' }],
    )
  return code
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
}

const page = (sentence: string, form = '') =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Mail from Reelay</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 32em; margin: 4em auto; padding: 0 1em } button { font: inherit; padding: .5em 1em }</style></head>
<body><h1>Mail from Reelay</h1><p>${sentence}</p>${form}</body></html>
`,
    { headers: HEADERS },
  )
