// Single sign-on with a real OpenID Connect provider.
import type { Page } from '@playwright/test'
import { sessions, sso, users } from '@reelay/api/contract'
import { createClient, type ClientCredential } from '@reelay/client'
import { CLIENT, startOidcProvider } from '../../api/test/oidc-provider.ts'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { PASSWORD } from './studio.ts'

/** The pages of the provider load fonts, and refused sign-ins are reported. */
const EXPECTED = /^Failed to load resource|^requested http/

test('signs in with a provider that is added, connected and required', async ({ app }) => {
  app.allowErrors(EXPECTED)
  const issuer = await startProvider(app)
  const admin = await app.openAsAdmin(`/administration/studios/${app.studio._id}/sign-in`)
  const page = await app.visit('/sign-in')

  await test.step('a provider is added, gets a verified domain and is checked', () =>
    addsProvider(app, admin, issuer))
  await test.step('creates an account at the first sign-in and opens Today', () =>
    signsIn(app, page))
  await test.step('ends the session at the provider too', () => signsOut(app, page))
  await test.step('explains a refused account and a cancelled sign-in', () =>
    explainsRefusals(app, page))
  await test.step('rejects a code that another tab requested', async () => {
    const other = await app.visit(`/sign-in/sso#code=${'a'.repeat(43)}`)
    await expect(other.getByText('began in another tab')).toBeVisible()
  })
  await test.step('connects the provider to an account with a password', () => connects(app))
  await test.step('replaces the password where the provider is required', () =>
    requiresProvider(app, admin, page))
})

test('shows the SCIM token once and warns about networks', async ({ app }) => {
  const page = await app.openAsAdmin(`/administration/studios/${app.studio._id}/sign-in`)
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Copy the token now')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke token' })
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('SCIM token revoked')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address or network' }).fill('192.0.2.0/24')
  await page.getByRole('button', { name: /^Add.*Address or network$/ }).click()
  await expect(page.getByText('Your address 127.0.0.1 is not in this list.')).toBeVisible()
  await page.getByRole('button', { name: 'Add my address' }).click()
  await expect(page.getByText('is not in this list')).toHaveCount(0)
})

const domainOf = ({ suffix }: BrowserApp) => `${suffix}.example`

function startProvider(app: BrowserApp): Promise<string> {
  const { address } = app
  const domain = domainOf(app)
  const personOf = (sub: string, name: string) => ({
    sub,
    name,
    email: `${sub}@${domain}`,
    email_verified: true,
  })
  return startOidcProvider(app, {
    redirectUri: `${address}/api/session/sso/callback`,
    logoutRedirectUri: `${address}/sign-in`,
    accounts: {
      [`ada@${domain}`]: personOf('ada', 'Ada Quist'),
      [`bo@${domain}`]: personOf('bo', 'Bo Lindqvist'),
      [`cleo@${domain}`]: personOf('cleo', 'Cleo Marsh'),
    },
    asksInBrowser: true,
  })
}

async function addsProvider(app: BrowserApp, page: Page, issuer: string) {
  const domain = domainOf(app)
  await page.getByRole('link', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Salt ID')
  await dialog.getByRole('textbox', { name: 'Issuer URL' }).fill(issuer)
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.clientId)
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Salt ID' })).toBeVisible()
  await expect(page.getByText('/api/session/sso/callback')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('button', { name: `Verify ${domain}` }).click()
  await expect(page.getByRole('button', { name: `Undo verification of ${domain}` })).toBeVisible()
  await page.getByRole('button', { name: 'Check connection' }).click()
  await expect(page.getByText('The provider can be reached')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Require this provider' })).toBeDisabled()
}

async function goToProvider(app: BrowserApp, page: Page, name: string) {
  await page.getByLabel('Email').fill(`${name}@${domainOf(app)}`)
  await page.getByRole('button', { name: 'Continue with Salt ID' }).click()
}

async function signsIn(app: BrowserApp, page: Page) {
  await goToProvider(app, page, 'ada')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Account of Ada Quist' })).toBeVisible()
  const { pathname, hash } = new URL(page.url())
  expect([pathname, hash]).toEqual(['/', ''])
}

async function signsOut(app: BrowserApp, page: Page) {
  await page.getByRole('button', { name: 'Account of Ada Quist' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await goToProvider(app, page, 'ada')
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
}

async function explainsRefusals(app: BrowserApp, page: Page) {
  const { call, studio } = app
  const [provider] = (await call(sso.listProviders, { params: { id: studio._id } })).items
  await call(sso.changeProvider, {
    params: { id: studio._id, provider: provider!._id },
    body: { createsAccounts: false },
  })
  await page.goto('/sign-in')
  await goToProvider(app, page, 'bo')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(
    page.getByText('you have no account here. Ask your studio to invite you.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.context().clearCookies()
  await goToProvider(app, page, 'nobody')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('cancelled or refused by the provider')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(`nobody@${domainOf(app)}`)
}

async function connects(app: BrowserApp) {
  const email = `cleo@${domainOf(app)}`
  await app.call(users.inviteUser, {
    body: {
      emailNormal: email,
      name: 'Cleo Marsh',
      password: PASSWORD,
      roles: ['vendor'],
      studios: [app.studio._id],
    },
  })
  // A token that was not created by signing in: the change needs the password.
  const as = (credential: ClientCredential) =>
    createClient({ baseUrl: `${app.address}/api`, credential })
  const session = await as({ email, password: PASSWORD }).call(sessions.openSession)
  const createToken = (name: string) =>
    as(session as sessions.Session).call(sessions.createToken, { body: { name } })
  const [{ token }, { token: unverified }] = [await createToken('1'), await createToken('2')]
  const page = await app.open('/account?part=security', {}, { email, token })
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Salt ID connected')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Single sign-on' }).getByText('for all your studios'),
  ).toBeVisible()
  await verifiesAtProvider(
    await app.open('/account?part=security', {}, { email, token: unverified }),
  )
  const removal = page.getByRole('button', { name: 'Remove Salt ID' })
  await removal.click()
  const question = page.getByRole('dialog', { name: 'Remove Salt ID' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(removal).toHaveCount(0)
}

/** With the session of another tab, which has not proved who uses it. */
async function verifiesAtProvider(page: Page) {
  const setUp = page.getByRole('button', { name: 'Set up', exact: true })
  await setUp.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Sign in again with Salt ID' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Confirmed. Repeat your change now.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/account')
  await setUp.click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
}

async function requiresProvider(app: BrowserApp, admin: Page, page: Page) {
  await admin.reload()
  const form = admin.getByRole('form', { name: 'Requirement' })
  await form.getByRole('checkbox', { name: 'Require this provider' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Salt ID updated')).toBeVisible()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(`ada@${domainOf(app)}`)
  await expect(page.getByText('Your studio uses Salt ID for sign-in.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}
