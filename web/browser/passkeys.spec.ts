// Passkeys with the virtual authenticator of Chromium.
import type { Page } from '@playwright/test'
import { sessions, studios } from '@reelay/api/contract'
import { expect, test } from './fixtures.ts'
import type { TestPerson } from './studio.ts'

const REFUSED = /status of 40[13]/

test('adds, uses and removes a passkey', async ({ app }) => {
  app.allowErrors(REFUSED)
  const bo = await app.invite({ name: 'Bo Lindqvist', roles: ['vendor'] })
  const page = await app.visit('/sign-in')
  await addAuthenticator(page)
  const account = page.getByRole('button', { name: 'Account of Bo Lindqvist' })
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
  const signOut = async () => {
    await account.click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText('You are signed out.')).toBeVisible()
  }

  await test.step('adds a passkey in the account page and loads the library for it', async () => {
    await signIn(page, bo)
    await expect(account).toBeVisible()
    await page.goto('/account?part=security')
    await page.getByLabel('Name of the device').fill('Work laptop')
    const before = await countScripts(page)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(
      page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop'),
    ).toBeVisible()
    expect(await countScripts(page)).toBe(before + 1)
  })

  await test.step('signs in with the passkey alone', async () => {
    await signOut()
    await usePasskey.click()
    await expect(account).toBeVisible()
  })

  await test.step('uses the passkey as second factor after the password', async () => {
    await app.admin(studios.changeStudio, {
      params: { id: app.studio._id },
      body: { settings: { ...app.studio.settings, requireTwoFactor: true } },
    })
    await signOut()
    await signIn(page, bo)
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
    await usePasskey.click()
    await expect(account).toBeVisible()
  })

  await test.step('lists the devices with a session', async () => {
    await page.goto('/account?part=security')
    await expect(
      page.getByRole('list', { name: 'Active sessions' }).getByText('Chrome').first(),
    ).toBeVisible()
  })

  await test.step('removes the passkey', async () => {
    await app.admin(studios.changeStudio, {
      params: { id: app.studio._id },
      body: { settings: { ...app.studio.settings, requireTwoFactor: false } },
    })
    const removal = page.getByRole('button', { name: 'Remove Work laptop' })
    await removal.click()
    const question = page.getByRole('dialog', { name: 'Remove Work laptop' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(removal).toHaveCount(0)
    await signOut()
    await usePasskey.click()
    await expect(page.getByText('This passkey is not registered here')).toBeVisible()
  })
})

test('asks for the password before an old session creates a token', async ({ app }) => {
  app.allowErrors(REFUSED)
  // A named token was not made by a sign-in, so it counts as an old session.
  const { token } = await app.call(sessions.createToken, { body: { name: 'Old session' } })
  const old = await app.open('/account?part=tokens', {}, { email: app.home.email, token })
  const dialog = old.getByRole('dialog', { name: 'Confirm that it is you' })
  await old.getByLabel('What is it for?').fill('Ingest machine')
  await old.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.locator('input[name=password]:focus')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-battery-9')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The password, code or passkey is wrong')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(app.home.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(old.getByText('Copy the token now')).toBeVisible()
  await expect(dialog).toHaveCount(0)
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

async function signIn(page: Page, { email, password }: TestPerson) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
