// Passkeys with the virtual authenticator of Chromium.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessions, studios, users } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { ADMIN } from '../../api/test/service.ts'
import { startTestApp } from './test-app.ts'

const EMAIL = 'bo@salt.example'
const PASSWORD = 'Correct-horse-battery-9'

test('passkeys', { timeout: 180_000 }, async (t) => {
  // WebAuthn does not work for IP addresses.
  const app = await startTestApp(t, {}, 'localhost')
  if (!app) return
  const [studio] = (await app.call(studios.listStudios)).items
  await app.call(users.inviteUser, {
    body: {
      emailNormal: EMAIL,
      name: 'Bo Lindqvist',
      password: PASSWORD,
      roles: ['vendor'],
      studios: [studio!._id],
    },
  })
  const page = await app.visit('/sign-in')
  await addAuthenticator(page)
  const account = page.getByRole('button', { name: 'Account of Bo Lindqvist' })
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
  const signOut = async () => {
    await account.click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed out.').waitFor()
  }

  await t.test('adds a passkey in the account page and loads the library for it', async () => {
    await signIn(page)
    await account.waitFor()
    await page.goto('/account?part=security')
    await page.getByLabel('Name of the device').fill('Work laptop')
    const before = await countScripts(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor()
    assert.equal(await countScripts(page), before + 1)
  })

  await t.test('signs in with the passkey alone', async () => {
    await signOut()
    await usePasskey.click()
    await account.waitFor()
  })

  await t.test('uses the passkey as second factor after the password', async () => {
    await app.call(studios.changeStudio, {
      params: { id: studio!._id },
      body: { settings: { ...studio!.settings, requireTwoFactor: true } },
    })
    await signOut()
    await signIn(page)
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    await usePasskey.click()
    await account.waitFor()
  })

  await t.test('asks for the password before an old session creates a token', async () => {
    // A named token was not made by a sign-in, so it counts as an old session.
    const { token } = await app.call(sessions.createToken, { body: { name: 'Old session' } })
    const old = await app.open('/account?part=tokens', {}, { email: ADMIN.email, token })
    const dialog = old.getByRole('dialog', { name: 'Confirm that it is you' })
    await old.getByLabel('What is it for?').fill('Ingest machine')
    await old.getByRole('button', { name: 'Create token' }).click()
    await dialog.locator('input[name=password]:focus').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-battery-9')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('The password, code or passkey is wrong').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await old.getByText('Copy the token now').waitFor()
    assert.equal(await dialog.count(), 0)
    await old.context().close()
  })

  await t.test('lists the devices with a session', async () => {
    await page.goto('/account?part=security')
    await page.getByRole('list', { name: 'Active sessions' }).getByText('Chrome').first().waitFor()
  })

  await t.test('removes the passkey', async () => {
    await app.call(studios.changeStudio, {
      params: { id: studio!._id },
      body: { settings: { ...studio!.settings, requireTwoFactor: false } },
    })
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByText('Work laptop removed').waitFor()
    await page.getByText('Work laptop removed').waitFor({ state: 'detached', timeout: 30_000 })
    await signOut()
    await usePasskey.click()
    await page.getByText('This passkey is not registered here').waitFor()
  })
  assert.deepEqual(
    page.pageErrors.filter((error) => !/status of 401/.test(error)),
    [],
  )
})

const countScripts = (page: Page) =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js')).length,
  )

/** Confirms every request, as somebody with a fingerprint sensor would. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signIn(page: Page) {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
