// Single sign-on with a real OpenID Connect provider.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sessions, sso, studios, users } from '@reelay/api/contract'
import { createClient, type ClientCredential } from '@reelay/client'
import type { Page } from 'playwright-core'
import { CLIENT, startOidcProvider } from '../../api/test/oidc-provider.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const DOMAIN = 'salt.example'
const PASSWORD = 'Correct-horse-battery-9'
const personOf = (sub: string, name: string) => ({
  sub,
  name,
  email: `${sub}@${DOMAIN}`,
  email_verified: true,
})
type Visit = Page & { pageErrors: string[] }
/** Ignores the requests of the provider's pages, which load fonts, and refused sign-ins. */
const unexpectedErrors = ({ pageErrors }: Visit) =>
  pageErrors.filter((error) => !/^Failed to load resource|^requested http/.test(error))

test('single sign-on', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t, { SSO_PRIVATE: '1' })
  if (!app) return
  const [studio] = (await app.call(studios.listStudios)).items
  const issuer = await startProvider(t, app)
  const admin = await app.open(`/administration/studios/${studio!._id}/sign-in`)
  const page = await app.visit('/sign-in')

  await t.test('a provider is added, gets a verified domain and is checked', () =>
    addsProvider(admin, issuer),
  )
  await t.test('creates an account at the first sign-in and opens Today', () => signsIn(page))
  await t.test('ends the session at the provider too', () => signsOut(page))
  await t.test('explains a refused account and a cancelled sign-in', () =>
    explainsRefusals(app, page, studio!._id),
  )
  await t.test('rejects a code that another tab requested', async () => {
    const other = await app.visit(`/sign-in/sso#code=${'a'.repeat(43)}`)
    await other.getByText('began in another tab').waitFor()
    await other.context().close()
  })
  await t.test('connects the provider to an account with a password', () =>
    connects(app, studio!._id),
  )
  await t.test('replaces the password where the provider is required', () =>
    requiresProvider(admin, page),
  )
  await t.test('shows the SCIM token once and warns about networks', () =>
    managesScimAndNetworks(admin, studio!._id),
  )
  assert.deepEqual([...unexpectedErrors(page), ...unexpectedErrors(admin)], [])
})

const startProvider = (t: TestContext, { address }: BrowserTestApp) =>
  startOidcProvider(t, {
    redirectUri: `${address}/api/session/sso/callback`,
    logoutRedirectUri: `${address}/sign-in`,
    accounts: {
      [`ada@${DOMAIN}`]: personOf('ada', 'Ada Quist'),
      [`bo@${DOMAIN}`]: personOf('bo', 'Bo Lindqvist'),
      [`cleo@${DOMAIN}`]: personOf('cleo', 'Cleo Marsh'),
    },
    asksInBrowser: true,
  })

async function addsProvider(page: Visit, issuer: string) {
  await page.getByRole('link', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Salt ID')
  await dialog.getByRole('textbox', { name: 'Issuer URL' }).fill(issuer)
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.clientId)
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('heading', { level: 1, name: 'Salt ID' }).waitFor()
  await page.getByText('/api/session/sso/callback').waitFor()
  await page.getByRole('textbox', { name: 'Domain' }).fill(DOMAIN)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('button', { name: `Verify ${DOMAIN}` }).click()
  await page.getByRole('button', { name: `Undo verification of ${DOMAIN}` }).waitFor()
  await page.getByRole('button', { name: 'Check connection' }).click()
  await page.getByText('The provider can be reached').waitFor()
  assert.ok(await page.getByRole('checkbox', { name: 'Require this provider' }).isDisabled())
}

async function goToProvider(page: Page, name: string) {
  await page.getByLabel('Email').fill(`${name}@${DOMAIN}`)
  await page.getByRole('button', { name: 'Continue with Salt ID' }).click()
}

async function signsIn(page: Visit) {
  await goToProvider(page, 'ada')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Account of Ada Quist' }).waitFor()
  const { pathname, hash } = new URL(page.url())
  assert.deepEqual([pathname, hash], ['/', ''])
}

async function signsOut(page: Visit) {
  await page.getByRole('button', { name: 'Account of Ada Quist' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await goToProvider(page, 'ada')
  await page.getByRole('heading', { name: 'Provider' }).waitFor()
}

async function explainsRefusals({ call }: BrowserTestApp, page: Visit, studio: string) {
  const [provider] = (await call(sso.listProviders, { params: { id: studio } })).items
  await call(sso.changeProvider, {
    params: { id: studio, provider: provider!._id },
    body: { createsAccounts: false },
  })
  await page.goto('/sign-in')
  await goToProvider(page, 'bo')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('you have no account here. Ask your studio to invite you.').waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.context().clearCookies()
  await goToProvider(page, 'nobody')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('cancelled or refused by the provider').waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), `nobody@${DOMAIN}`)
}

async function connects(app: BrowserTestApp, studio: string) {
  const email = `cleo@${DOMAIN}`
  await app.call(users.inviteUser, {
    body: {
      emailNormal: email,
      name: 'Cleo Marsh',
      password: PASSWORD,
      roles: ['vendor'],
      studios: [studio],
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
  await page.getByText('Salt ID connected').waitFor()
  await page
    .getByRole('list', { name: 'Single sign-on' })
    .getByText('for all your studios')
    .waitFor()
  await verifiesAtProvider(
    await app.open('/account?part=security', {}, { email, token: unverified }),
  )
  await page.getByRole('button', { name: 'Remove Salt ID' }).click()
  await page.getByText('Salt ID removed').waitFor()
  assert.deepEqual(unexpectedErrors(page), [])
  await page.context().close()
}

/** With the session of another tab, which has not proved who uses it. */
async function verifiesAtProvider(page: Visit) {
  const setUp = page.getByRole('button', { name: 'Set up', exact: true })
  await setUp.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Sign in again with Salt ID' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Confirmed. Repeat your change now.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/account')
  await setUp.click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  assert.deepEqual(unexpectedErrors(page), [])
  await page.context().close()
}

async function requiresProvider(admin: Visit, page: Visit) {
  await admin.reload()
  const form = admin.getByRole('form', { name: 'Requirement' })
  await form.getByRole('checkbox', { name: 'Require this provider' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Salt ID updated').waitFor()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(`ada@${DOMAIN}`)
  await page.getByText('Your studio uses Salt ID for sign-in.').waitFor()
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
}

async function managesScimAndNetworks(page: Visit, studio: string) {
  await page.goto(`/administration/studios/${studio}/sign-in`)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Copy the token now').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke token' })
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('SCIM token revoked').waitFor()
  await page.getByRole('textbox', { name: 'Address or network' }).fill('192.0.2.0/24')
  await page.getByRole('button', { name: /^Add.*Address or network$/ }).click()
  await page.getByText('Your address 127.0.0.1 is not in this list.').waitFor()
  await page.getByRole('button', { name: 'Add my address' }).click()
  assert.equal(await page.getByText('is not in this list').count(), 0)
}
