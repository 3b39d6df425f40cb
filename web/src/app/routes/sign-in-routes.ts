import { createRoute, redirect } from '@tanstack/react-router'
import { loadDemoAccounts } from '../../features/sign-in/demo-accounts-query.ts'
import { safeReturnPath } from '../../features/sign-in/return-path.ts'
import { lazyScreen } from '../../ui/layout/lazy-screen.tsx'
import { pickParams } from '../search-params.ts'
import { rootRoute, waitBriefly } from './root.ts'

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search) => pickParams(search, 'back', 'because', 'sso'),
  beforeLoad: ({ context, search: { back, sso } }) => {
    if (!context.service.session.current()) return
    // A signed-in person who wanted to connect a provider.
    if (sso) throw redirect({ to: '/account', search: { part: 'security', sso }, replace: true })
    throw redirect({ href: safeReturnPath(back), replace: true })
  },
  loader: ({ context }) => waitBriefly(loadDemoAccounts(context)),
  component: lazyScreen(
    () => import('../../features/sign-in/sign-in.tsx').then(({ SignIn }) => SignIn),
    'sign-in',
    'credentials',
  ),
})

/** A provider sends the browser here after the sign-in. */
const ssoReturn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/sso',
  component: lazyScreen(
    () => import('../../features/sign-in/sso-return.tsx').then(({ SsoReturn }) => SsoReturn),
    'sign-in',
    'credentials',
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten',
  component: lazyScreen(
    () =>
      import('../../features/sign-in/forgot-password.tsx').then(
        ({ ForgotPassword }) => ForgotPassword,
      ),
    'sign-in',
    'credentials',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$code',
  component: lazyScreen(
    () =>
      import('../../features/sign-in/reset-password.tsx').then(
        ({ ResetPassword }) => ResetPassword,
      ),
    'sign-in',
    'credentials',
  ),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register/$code',
  component: lazyScreen(
    () => import('../../features/sign-in/register.tsx').then(({ Register }) => Register),
    'sign-in',
    'credentials',
  ),
})

/** The link in the mail to people who were invited to one work request. */
const requestInvitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workrequests/$id/invite/$code',
  component: lazyScreen(
    () =>
      import('../../features/sign-in/request-invitation.tsx').then(
        ({ RequestInvitation }) => RequestInvitation,
      ),
    'sign-in',
    'credentials',
  ),
})

export const signInRoutes = [
  signIn,
  ssoReturn,
  forgotPassword,
  resetPassword,
  register,
  requestInvitation,
] as const
