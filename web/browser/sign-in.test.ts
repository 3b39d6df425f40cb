// The way in and back in, as somebody walks it who was invited: over real mail, with the codes of a
// real authenticator.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { studios, users } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import { startMailServer, type MailServer } from '../../api/test/mail-server.ts'
import { codeFor } from '../../api/test/totp.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const EMAIL = 'bo@salt.example'
const FIRST = 'Correct-horse-battery-9'
const SECOND = 'Another-horse-battery-7'
type Visit = Page & { complaints: string[] }
/**
 * What the browser itself notes of a refusal that belongs to the way: the password alone, a code
 * that was used.
 */
const complaintsOf = ({ complaints }: Visit) =>
  complaints.filter((complaint) => !/status of (401|422)/.test(complaint))

test('the door', { timeout: 180_000 }, async (t) => {
  const postbox = await startMailServer()
  t.after(() => postbox.close())
  const stage = await startTestApp(t, { SMTP_URL: postbox.url })
  if (!stage) return
  const [studio] = (await stage.call(studios.listStudios)).items
  await invite(stage, studio!._id, EMAIL)
  const page = await stage.visit(new URL(await linkIn(postbox, EMAIL, 'register')).pathname)
  let recovery: string[] = []
  let secret = ''

  await t.test(
    'who was invited says their name, chooses a password that is good enough, and is in',
    async () => {
      await page.getByLabel('Your name').fill('Bo Lindqvist')
      await page.getByLabel('New password').fill('short')
      await page.getByRole('button', { name: 'Begin' }).click()
      await page.getByText('Use at least 12 characters.').waitFor()
      await page.getByLabel('New password').fill(FIRST)
      await page.getByRole('button', { name: 'Begin' }).click()
      await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
    },
  )

  await t.test('sets up a second factor, and gets recovery codes', async () => {
    await page.goto('/account?part=security')
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill(codeNow(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    const codes = page.getByRole('list', { name: 'Your recovery codes' })
    await codes.waitFor()
    recovery = await codes.getByRole('listitem').allInnerTexts()
    assert.equal(recovery.length, 10)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'End the second factor' }).waitFor()
  })

  await t.test('signs out, and in again with password and code', async () => {
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed out.').waitFor()
    await signIn(page, FIRST)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    // The code of this half minute confirmed it, and each works once: the next one is good already.
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret, 30))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
  })

  await t.test(
    'elsewhere, with the password forgotten, chooses a new one by mail and still shows the second factor',
    async () => {
      const other = await stage.visit('/sign-in')
      await other.getByRole('link', { name: 'Forgotten your password?' }).click()
      await other.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await other.getByLabel('E-mail').fill(EMAIL)
      await other.getByRole('button', { name: 'Send me a link' }).click()
      await other.getByRole('heading', { name: 'Look into your mail' }).waitFor()
      await other.goto(new URL(await linkIn(postbox, EMAIL, 'reset')).pathname)
      await other.getByLabel('New password').fill(SECOND)
      await other.getByRole('button', { name: 'Save and sign in' }).click()
      await other.getByLabel('Code', { exact: true }).fill(recovery[0]!)
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.getByRole('button', { name: 'Account of Bo Lindqvist' }).waitFor()
      assert.deepEqual(complaintsOf(other), [])
      await other.context().close()
    },
  )

  await t.test('the session from before is gone, and so is the old password', async () => {
    await page.goto('/downloads')
    await page.getByText('Your session has ended.').waitFor()
    await signIn(page, FIRST)
    await page.getByText('E-mail and password do not match.').waitFor()
    assert.deepEqual(complaintsOf(page), [])
    await page.context().close()
  })

  await requiredAtTheDoor(t, { stage, postbox, studio: studio!._id })
})

async function requiredAtTheDoor(
  t: TestContext,
  { stage, postbox, studio }: { stage: BrowserTestApp; postbox: MailServer; studio: string },
) {
  await t.test(
    'where the studio requires a second factor it is set up at the door, in the language of who stands there',
    async () => {
      await stage.call(studios.changeStudio, {
        params: { id: studio },
        body: {
          settings: {
            ...(await stage.call(studios.getStudio, { params: { id: studio } })).settings,
            requireTwoFactor: true,
          },
        },
      })
      await invite(stage, studio, 'noor@salt.example')
      const page = await stage.visit(
        new URL(await linkIn(postbox, 'noor@salt.example', 'register')).pathname,
      )
      await page.getByLabel('Language').selectOption('ar')
      await page.locator('html[dir=rtl]').waitFor()
      await page.getByLabel('اسمك').fill('نور')
      await page.getByLabel('كلمة مرور جديدة').fill(FIRST)
      await page.getByRole('button', { name: 'ابدأ' }).click()
      await page.getByRole('heading', { name: 'إعداد عامل ثانٍ' }).waitFor()
      await page
        .getByLabel('رمز من ستة أرقام')
        .fill(codeNow((await page.locator('code').innerText()).replaceAll(' ', '')))
      await page.getByRole('button', { name: 'تأكيد' }).click()
      await page.getByRole('button', { name: 'احتفظت بها، متابعة' }).click()
      await page.getByRole('button', { name: 'نور' }).waitFor()
      assert.deepEqual(complaintsOf(page), [])
      await page.context().close()
    },
  )
}

async function signIn(page: Page, password: string) {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const invite = (stage: BrowserTestApp, studio: string, email: string) =>
  stage.call(users.inviteUser, {
    body: { emailNormal: email, name: 'New', roles: ['vendor'], studios: [studio] },
  })

const codeNow = (secret: string, inSeconds = 0) => codeFor(secret, Date.now() + inSeconds * 1000)

async function linkIn(
  { mails }: MailServer,
  to: string,
  what: 'register' | 'reset',
): Promise<string> {
  const end = Date.now() + 20_000
  for (;;) {
    const found = mails
      .filter((mail) => JSON.stringify(mail.to).includes(to))
      .map((mail) => new RegExp(`https?://\\S+/${what}/[\\w-]+`).exec(mail.text ?? '')?.[0])
      .find(Boolean)
    if (found) return found
    if (Date.now() > end) throw new Error(`No mail with a link to ${what} came to ${to}`)
    await sleep(100)
  }
}
