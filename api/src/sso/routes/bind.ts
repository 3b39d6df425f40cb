import type { App } from '../../kernel/http/app.ts'
import { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import { createTargetResolver } from '../../kernel/http/outbound/resolve-target.ts'
import type { SsoContext } from '../commands/attempts.ts'
import { createSecrets } from '../commands/stored-secrets.ts'
import { redirectUriOf } from '../rules/providers.ts'
import { providerRoutes } from './providers.ts'
import { ssoSignInRoutes, type FindDemoAccounts } from './sign-in.ts'

export function ssoRoutes(app: App, { findDemoAccounts }: { findDemoAccounts?: FindDemoAccounts }) {
  const { config } = app
  const context: SsoContext = {
    db: app.database.system,
    fetch: createGuardedFetch(createTargetResolver(config.ssoPrivate)),
    allowHttp: config.ssoPrivate,
    redirectUri: redirectUriOf(config),
    secrets: createSecrets(app.masterKeys),
  }
  providerRoutes(app, context)
  ssoSignInRoutes(app, context, findDemoAccounts)
}
